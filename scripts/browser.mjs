// Chromium for browser tests, pictures and benchmarks: the system's, otherwise Debian's package, otherwise
// Playwright's download.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './project.mjs'

// The headless shell renders the same pages. The full Chromium also opens internal pages (the address bar's lists) with
// each page of ours, even when headless, and takes twice the CPU.
const SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Launch options for Chromium; without a path Playwright uses its own. */
export function chromiumLaunch() {
  const executablePath = SYSTEM.find((path) => existsSync(path))
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      // Otherwise the shell hints glyphs as no desktop does: with this, its pictures equal the full Chromium's.
      '--font-render-hinting=slight',
    ],
  }
}

/** Installs Chromium if there is none. */
export async function ensureBrowser() {
  if (chromiumLaunch().executablePath) return
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    await run('apt-get', ['update', '-qq'], { env })
    // Older Debian releases have no package of the headless shell.
    const code = await run('apt-get', [...install, 'chromium-headless-shell'], { env })
    if (code !== 0) await run('apt-get', [...install, 'chromium'], { env })
  }
  if (chromiumLaunch().executablePath) return
  const playwright = join(root, 'node_modules/.bin/playwright')
  if ((await run(playwright, ['install', '--with-deps', 'chromium'])) === 0) return
  // Without the right to install system packages the browser may still find all it needs.
  await run(playwright, ['install', 'chromium'])
}
