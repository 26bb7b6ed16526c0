import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  type CachedPage,
  cachedPage as keepPage,
  PageCache,
  preferredEncoding,
  scriptHashes,
} from './page-cache.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const cachedPage = (html: Uint8Array<ArrayBuffer>) =>
  keepPage(html, (scripts) => ({ 'Content-Security-Policy': scripts.join(' ') }))
const sizeOf = ({ answers }: CachedPage) =>
  Object.values(answers).reduce((sum, { body }) => sum + body.length, 0)

test('a page is kept whole and compressed, and its tag follows its content', async () => {
  const page = await cachedPage(encode('<p>Ferritin</p>'))
  const { br, gzip, identity } = page.answers
  expect(brotliDecompressSync(br.body).toString()).toBe('<p>Ferritin</p>')
  expect(gunzipSync(gzip.body).toString()).toBe('<p>Ferritin</p>')
  expect(br.fields).toMatchObject({ 'Content-Encoding': 'br', 'Content-Length': String(br.body.length) })
  const tag = async (html: string) => (await cachedPage(encode(html))).answers.identity.fields.ETag
  expect(await tag('<p>Ferritin</p>')).toBe(identity.fields.ETag)
  expect(await tag('<p>Iron</p>')).not.toBe(identity.fields.ETag)
})

test('inline scripts that run are hashed, files and data blocks are not', () => {
  const html = [
    '<script>first()</script>',
    '<script type="module" async="">import "/a.js"</script>',
    '<script src="/b.js"></script>',
    '<script type="application/ld+json">{"name":"x"}</script>',
  ].join('')
  const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`
  expect(scriptHashes(html)).toEqual([hash('first()'), hash('import "/a.js"')])
})

test('a page leaves after its lifetime', async () => {
  const cache = new PageCache({ capacity: 10_000, lifetime: 1_000 })
  cache.set('/', await cachedPage(encode('x')), 0)
  expect(cache.get('/', 999)).toBeDefined()
  expect(cache.get('/', 1_000)).toBeUndefined()
})

test('the least recently read page leaves first when there is no room', async () => {
  const page = await cachedPage(encode('x'.repeat(1_000)))
  const size = sizeOf(page)
  const cache = new PageCache({ capacity: 2 * size, lifetime: 1_000 })
  cache.set('/a', page, 0)
  cache.set('/b', page, 0)
  cache.get('/a', 1)
  cache.set('/c', page, 2)
  expect(['/a', '/b', '/c'].map((key) => cache.get(key, 3) !== undefined)).toEqual([true, false, true])
})

test('a page set again takes its room once', async () => {
  const page = await cachedPage(encode('x'.repeat(1_000)))
  const size = sizeOf(page)
  const cache = new PageCache({ capacity: 2 * size, lifetime: 1_000 })
  for (let time = 0; time < 5; time++) cache.set('/a', page, time)
  cache.set('/b', page, 5)
  expect(cache.get('/a', 6)).toBeDefined()
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['gzip;q=0, br; q=0.0', 'identity'],
  ['deflate', 'identity'],
  [undefined, 'identity'],
])('a browser that accepts %s gets %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding)
})
