import { beforeClosing } from '@shop/database/testing/test-database'
import { expectSoundBooks } from '../payments/testing/expect-sound-books.ts'
import { putClocksBack } from './clock.ts'

// Loaded by Vitest before every file of integration tests: whatever a test does, its books must be sound when
// its database is closed.
beforeClosing(expectSoundBooks)
putClocksBack()
