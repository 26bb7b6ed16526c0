// Chromium for the browser tests: the system's, else Debian's package, else Playwright's own download.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './project.mjs'

export const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/** Installs Chromium if there is none. */
export async function ensureBrowser() {
  if (existsSync(SYSTEM_CHROMIUM)) return
  const debian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  if (debian) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env })
  }
  if (existsSync(SYSTEM_CHROMIUM)) return
  await run(join(root, 'node_modules/.bin/playwright'), ['install', '--with-deps', 'chromium'])
}
