export function chromiumLaunch(): { executablePath?: string; args: string[] }
export function ensureBrowser(): Promise<void>
