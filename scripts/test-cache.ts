// npm run test:cache: Debian's Varnish in front of the shop, configured by deploy/cache/default.vcl. Guests get cached
// pages, separate ones for each laboratory and language, whatever other cookies they have. Customers who are logged in
// never get a cached page and never leave one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { adapted, assert, haveDebian, main, node, root, say, start, stop, until } from './operations/tools.ts'

const VARNISH = '/usr/sbin/varnishd'
const NAME = 'Ekaterinburg'
const folder = mkdtempSync(join(tmpdir(), 'cache-'))

/** Names of cookies: over https most have a prefix. */
type CookieName = (name: string) => string

/** Registers an account whose name occurs nowhere else on a page; returns the cookie of its session. */
async function logIn(url: string, named: CookieName): Promise<string> {
  const api = `${url}/laboratory-api`
  const documents = (await (await fetch(`${api}/documents`)).json()) as { requiresAcceptance: boolean }[]
  const answer = await fetch(`${api}/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: 'anna@mail.example',
      password: 'correct horse battery staple',
      firstName: NAME,
      lastName: 'Kovaleva',
      acceptedDocuments: documents.filter(({ requiresAcceptance }) => requiresAcceptance),
    }),
  })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return `${named('authToken')}=${encodeURIComponent(`Bearer ${accessToken}`)}`
}

async function tryCache(scheme: 'http' | 'https'): Promise<void> {
  const named: CookieName = (name) => (scheme === 'https' ? `__Host-${name}` : name)
  const [port, cachePort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${cachePort}`
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, scheme),
    PUBLIC_URL: `${scheme}://127.0.0.1:${cachePort}`,
    LOG_LEVEL: 'error',
  }
  const shop = start(node, [join(root, 'apps/storefront/build/server/server.js')], { env })
  const config = join(folder, 'default.vcl')
  const shipped = readFileSync(join(root, 'deploy/cache/default.vcl'), 'utf8')
  writeFileSync(
    config,
    adapted(shipped, [
      ['10.0.0.20', '127.0.0.1'],
      ['"80"', `"${port}"`],
    ]),
  )
  const place = ['-n', join(folder, `varnish-${scheme}`), '-a', `127.0.0.1:${cachePort}`, '-f', config]
  const varnish = start(VARNISH, ['-F', '-j', 'none', '-s', 'malloc,64m', ...place], {
    env: { PATH: process.env.PATH! },
  })
  await until('the shop answers through Varnish', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  const ask = async (path: string, cookie = '') => {
    const answer = await fetch(`${url}${path}`, {
      headers: cookie ? { Cookie: cookie } : {},
      redirect: 'manual',
    })
    const { headers } = answer
    return {
      status: answer.status,
      text: await answer.text(),
      cache: headers.get('X-Cache'),
      control: headers.get('Cache-Control'),
      tag: headers.get('ETag'),
      vary: headers.get('Vary'),
    }
  }
  const cookie = await logIn(url, named)

  assert((await ask('/profiles/1')).cache === 'miss', 'the first guest’s page comes from the shop')
  const kept = await ask('/profiles/1')
  assert(kept.cache === 'hit', "the second guest's page comes from Varnish")
  assert(kept.vary?.includes('Cookie'), 'the Vary header names Cookie')
  assert(
    (await ask('/profiles/1', '_ga=GA1.1.1; _gid=2')).cache === 'hit',
    'a statistics cookie does not cause a miss',
  )
  for (const chosen of [
    `${named('activeLaboratoryId')}=1`,
    `${named('locale')}=pl`,
    `${named('acceptCookie')}=true`,
    `${named('activeLaboratoryId')}=2; ${named('locale')}=be`,
  ]) {
    const [first, second] = [await ask('/profiles/1', chosen), await ask('/profiles/1', `_ga=3; ${chosen}`)]
    assert(first.cache === 'miss' && second.cache === 'hit', `${chosen}: cached separately`)
    assert(first.tag === second.tag && first.tag !== kept.tag, `${chosen}: its own page`)
  }

  const own = await ask('/profiles/1', cookie)
  assert(own.cache === 'miss' && own.text.includes(NAME), 'a logged-in customer gets no cached page')
  assert(own.control === 'private, no-store', 'and the answer may not be stored')
  const guest = await ask('/profiles/1')
  assert(guest.cache === 'hit' && !guest.text.includes(NAME), 'a guest after that gets the guests’ page')
  const unseen = await ask('/profiles/2', cookie)
  assert(unseen.text.includes(NAME), 'a logged-in customer opens a page that is not cached')
  const next = await ask('/profiles/2')
  assert(
    next.cache === 'miss' && !next.text.includes(NAME),
    'and it is not cached: the next guest’s page comes from the shop',
  )
  const ended = await ask('/profiles/1', `${named('authToken')}=Bearer%20nonsense`)
  assert(
    ended.cache === 'miss' && ended.status === 302,
    'an ended session bypasses the cache too, and leads to the login',
  )
  assert((await ask('/profiles/1')).status === 200, 'and the next guest still gets a page')
  const back = '/profiles/1?pathnameToReturn=%2Fprofiles'
  await ask(back)
  assert((await ask(back)).cache === 'hit', 'an address that says where Back leads is cached too')

  const languages = [await ask('/profiles/1?locale=pl'), await ask('/profiles/1?locale=pl')]
  assert(
    languages.every(({ cache }) => cache === 'miss'),
    'an answer that sets a cookie is not cached',
  )
  const forged = await fetch(`http://127.0.0.1:${port}/profiles/1`, {
    headers: { 'X-Shop-Variant': 'laboratory=7; language=; cookies=' },
  })
  assert(
    forged.headers.get('Cache-Control') === 'private, no-cache',
    'a variant that does not match the cookies is not cached',
  )
  const bare = await fetch(`http://127.0.0.1:${port}/profiles/1`)
  assert(
    bare.headers.get('Vary') === 'Accept-Encoding, Cookie',
    'a proxy without configuration varies pages by all cookies',
  )
  await Promise.all([stop(shop), stop(varnish)])
}

await main(
  4,
  async () => {
    if (!haveDebian({ varnish: VARNISH })) return 'Varnish is missing and cannot be installed'
    await tryCache('http')
    say('over https, where cookies have other names')
    await tryCache('https')
  },
  () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
)
