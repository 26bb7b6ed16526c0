// Draws a partner's pictures from its partner.json, logo.svg and favicon.svg: npm run partner:images -- <partner>
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { partnerSchema } from '@shop/contract/partner'
import { mixColours } from '@shop/domain/colour'
import { chromiumLaunch } from './browser.mjs'

const root = join(import.meta.dirname, '..')
const [, , slug = ''] = process.argv
const folder = join(root, 'partners', slug)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const { brand, colour, texts } = partnerSchema.parse(JSON.parse(read('partner.json')))

async function picture(browser: Browser, html: string, width: number, height = width): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<style>body{margin:0;display:grid;height:100vh}</style>${html}`)
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

/** Home screens round the corners themselves, so the colour fills the square. */
function icon(size: number): string {
  return `<div style="background:${colour};width:${size}px;height:${size}px">${read('favicon.svg')}</div>`
}

/** One PNG of 32 px in the container that old browsers look for. */
function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

/** The picture that a messenger shows with a link to the shop. */
function card(): string {
  const font = readFileSync(
    join(root, 'apps/storefront/app/ui/styles/fonts/golos-text-latin.woff2'),
    'base64',
  )
  const mark = read('logo.svg')
    .replace('<symbol', '<svg width="96" height="64"')
    .replace('</symbol>', '</svg>')
  return `<style>@font-face{font-family:Golos;font-weight:400 600;src:url(data:font/woff2;base64,${font})}
main{background:${colour};color:#fffefc;font-family:Golos;padding:72px 84px;display:grid;align-content:space-between;--band:${mixColours(colour, '#ffffff', 0.35)}}
b{display:flex;gap:20px;align-items:center;font-size:52px;font-weight:600;letter-spacing:-.03em}b>svg{width:96px;height:64px}p{margin:0;font-size:46px;line-height:1.3;max-width:960px}</style>
<main><b>${mark}${brand}</b><p>${texts.en.about}</p></main>`
}

const browser = await chromium.launch(chromiumLaunch())
writeFileSync(join(folder, 'favicon.ico'), toIco(await picture(browser, read('favicon.svg'), 32)))
writeFileSync(join(folder, 'apple-touch-icon.png'), await picture(browser, icon(180), 180))
for (const size of [192, 512]) {
  writeFileSync(join(folder, `icon-${size}.png`), await picture(browser, icon(size), size))
}
writeFileSync(join(folder, 'og.png'), await picture(browser, card(), 1200, 630))
await browser.close()
