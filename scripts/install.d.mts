export function installDependencies(npm: (args: readonly string[]) => Promise<number>): Promise<number>
