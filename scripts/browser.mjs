// Chromium for browser tests, pictures and measures: the system's, else Debian's package, else Playwright's own download.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './project.mjs'

// The shell renders the same pages. The whole Chromium also opens pages of its own (the address bar's lists) beside each
// page of ours, headless too, and takes twice the CPU.
const SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** How Chromium is launched here; without a path Playwright takes its own. */
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
      // The shell would hint letters as no desktop does: the same pictures as the whole Chromium's.
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
    // Older Debians have no package of the shell.
    const code = await run('apt-get', [...install, 'chromium-headless-shell'], { env })
    if (code !== 0) await run('apt-get', [...install, 'chromium'], { env })
  }
  if (chromiumLaunch().executablePath) return
  await run(join(root, 'node_modules/.bin/playwright'), ['install', '--with-deps', 'chromium'])
}
