import { readServerSettings, SettingsError } from '@shop/server/settings'

/** What every command of the people who run the shop works with. */
export interface CommandInput {
  args: readonly string[]
  databaseUrl: string | undefined
  dataDir: string
  print: (line: string) => void
}

/** Runs a command on the shop's database; wrong settings and a database in use are told in a line each. */
export async function runCommand(command: (input: CommandInput) => Promise<number>): Promise<void> {
  try {
    const { url: databaseUrl, dataDir } = readServerSettings(process.env, 3000).database
    const print = (line: string) => console.log(line)
    process.exitCode = await command({ args: process.argv.slice(2), databaseUrl, dataDir, print })
  } catch (error) {
    if (!(error instanceof SettingsError || (error instanceof Error && error.name === 'DataFolderInUse')))
      throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
