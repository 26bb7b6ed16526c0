import { expect, test, vi } from 'vitest'
import { ownUrl } from './own-path.ts'

test('a browser without `URL.canParse` reads addresses, too', () => {
  class OldUrl extends URL {}
  Object.defineProperty(OldUrl, 'canParse', { value: undefined })
  vi.stubGlobal('URL', OldUrl)
  expect(ownUrl('/search?searchNameTerm=%D1%84')?.pathname).toBe('/search')
  expect(ownUrl('//[')).toBeNull()
})
