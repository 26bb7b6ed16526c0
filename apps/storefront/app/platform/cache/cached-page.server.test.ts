import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cachedPage as keepPage, preferredEncoding, scriptHashes } from './cached-page.server.ts'
import { createShopMemory } from './shop-memory.server.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const cachedPage = (html: Uint8Array<ArrayBuffer>) =>
  keepPage(html, 'abc', (scripts) => ({ 'Content-Security-Policy': scripts.join(' ') }))

test('a page is kept plain and compressed, and its tag follows its content', async () => {
  const page = await cachedPage(encode('<p>Ferritin</p>'))
  const { br, gzip, identity } = page.answers
  expect(brotliDecompressSync(br.body).toString()).toBe('<p>Ferritin</p>')
  expect(gunzipSync(gzip.body).toString()).toBe('<p>Ferritin</p>')
  expect(br.fields).toMatchObject({ 'Content-Encoding': 'br', 'Content-Length': String(br.body.length) })
  const tag = async (html: string) => (await cachedPage(encode(html))).answers.identity.fields.ETag
  expect(await tag('<p>Ferritin</p>')).toBe(identity.fields.ETag)
  expect(await tag('<p>Iron</p>')).not.toBe(identity.fields.ETag)
})

test('in a kept page only the inline scripts with its nonce may run, and the nonce is not kept', {
  tags: ['ASVS-3.4.3'],
}, async () => {
  const html = [
    '<script nonce="abc">first()</script>',
    '<script nonce="abc" type="module" async="">import "/a.js"</script>',
    '<script src="/b.js" nonce="abc"></script>',
    '<script type="application/ld+json">{"name":"x"}</script>',
    '<script>smuggled()</script>',
    '<script nonce="guessed">smuggled()</script>',
  ].join('')
  const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`
  expect(scriptHashes(html, 'abc')).toEqual([hash('first()'), hash('import "/a.js"')])
  const { body } = (await cachedPage(encode(html))).answers.identity
  expect(new TextDecoder().decode(body)).toBe(html.replaceAll(' nonce="abc"', ''))
})

test.each([
  '<script nonce=abc>first()</script>',
  "<script async='' nonce='abc'>first()</script>",
  '<SCRIPT data-of="a > b" NONCE = "abc" async>first()</SCRIPT >',
])('a kept page finds its scripts by the syntax of HTML: %s', async (script) => {
  const source = `sha256-${createHash('sha256').update('first()').digest('base64')}`
  expect(scriptHashes(script, 'abc')).toEqual([source])
  const { body } = (await cachedPage(encode(script))).answers.identity
  expect(new TextDecoder().decode(body)).not.toContain('abc')
  // Not a script of this page, or not an inline one.
  const others = ['nonce="abcd"', 'data-of="nonce=abc"', 'nonce=abc src=/a.js']
  for (const other of others) expect(scriptHashes(`<script ${other}>first()</script>`, 'abc')).toEqual([])
})

test('React gives its nonce to every script that a kept page runs', async () => {
  const page = await renderToReadableStream(
    createElement(
      'html',
      null,
      createElement('body', null, createElement('script', { nonce: 'abc' }, 'second()')),
    ),
    { nonce: 'abc', bootstrapScriptContent: 'first()', bootstrapModules: ['/a.js'] },
  )
  await page.allReady
  const html = await new Response(page).text()
  const { body, fields } = (await cachedPage(encode(html))).answers.identity
  const kept = new TextDecoder().decode(body)
  expect(kept).toContain('first()')
  expect(kept).not.toContain('abc')
  const sources = [...html.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/g)].map(([, code]) => code!)
  expect(sources.length).toBeGreaterThan(1)
  const hashes = sources.map((code) => `sha256-${createHash('sha256').update(code).digest('base64')}`)
  expect(fields).toMatchObject({ 'Content-Security-Policy': hashes.join(' ') })
})

test('a page is dropped after a minute, since its dates follow the clock', async () => {
  let now = 1_000_000
  const { pages } = createShopMemory(() => new Date(now))
  pages.set('/', await cachedPage(encode('x')))
  now += 60_000
  expect(pages.get('/')).toBeDefined()
  now += 1
  expect(pages.get('/')).toBeUndefined()
})

test('when there is no room, the least recently read pages are dropped first', {
  tags: ['ASVS-1.4.3'],
}, async () => {
  const { pages } = createShopMemory(() => new Date())
  const page = { ...(await cachedPage(encode('x'))), bytes: pages.maxSize / 2 }
  pages.set('/a', page)
  pages.set('/b', page)
  pages.get('/a')
  pages.set('/c', page)
  expect(['/a', '/b', '/c'].map((key) => pages.has(key))).toEqual([true, false, true])
})

test('a page counts with the size of all its encodings', async () => {
  const { answers, bytes } = await cachedPage(encode('x'.repeat(1_000)))
  expect(bytes).toBe(Object.values(answers).reduce((sum, { body }) => sum + body.length, 0))
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
