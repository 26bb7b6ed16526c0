import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { loadPartner } from '@shop/server/partner'
import { beforeAll, expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

let build: string
beforeAll(() => {
  build = temporaryFolder('shop-build')
  for (const [folder, name] of [
    ['client', 'new-1.js'],
    ['before', 'old-1.js'],
  ] as const) {
    mkdirSync(join(build, folder, 'assets'), { recursive: true })
    writeFileSync(join(build, folder, 'assets', name), `// ${folder}`)
  }
  writeFileSync(join(build, 'client/robots.txt'), 'none')
})

test('files of this build and of the previous one are served as immutable, and no others are served', async () => {
  const files = staticFiles({ slug: 'synlab', partner: loadPartner('synlab'), locale: 'en', build })
  for (const [path, content] of [
    ['new-1.js', '// client'],
    ['old-1.js', '// before'],
  ] as const) {
    const answer = await files.request(`/assets/${path}`)
    expect(answer.status, path).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.text()).toBe(content)
  }
  expect((await files.request('/assets/older-1.js')).status).toBe(404)
})
