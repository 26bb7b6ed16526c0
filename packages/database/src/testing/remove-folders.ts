import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

// Loaded by Vitest before every file of tests. Hooks of the file itself run earlier, such as one that closes a
// database whose folder is removed here.
afterAll(removeTemporaryFolders)
