import { beforeClosing } from '@shop/database/testing/test-database'
import { expectSoundBooks } from '../payments/testing/expect-sound-books.ts'

// Read by Vitest before every file of integration tests: whatever a test did, the books are sound when its database goes.
beforeClosing(expectSoundBooks)
