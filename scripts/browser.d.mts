export const SYSTEM_CHROMIUM: string
export function ensureBrowser(): Promise<void>
