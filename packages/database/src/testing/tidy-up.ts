import { afterAll, afterEach, vi } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

// Loaded by Vitest before every file of tests. Hooks of the file itself run earlier, such as one that closes a
// database whose folder is removed here.
afterAll(removeTemporaryFolders)

// Files share one process, and a test that fails does not reach its last line. Vitest's own settings (`unstubGlobals`
// and the like) put things back before the next test only: the modules of the next file would be loaded earlier.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
