import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()

/**
 * An empty folder of its own for a test, which need not remove it: that is done with all its content after the last
 * test of the file (`tidy-up.ts`).
 */
export function temporaryFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `${name}-`))
  made.add(folder)
  return folder
}

export function removeTemporaryFolders(): void {
  // A process that a test has just ended may still be writing.
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  made.clear()
}
