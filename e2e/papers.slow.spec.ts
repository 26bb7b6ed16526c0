import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import typeset from '@shop/laboratory-api/pdf/typst-worker'
import { PAPERS } from './paper-samples.ts'

// What is sent is a PDF, so the PDF itself is drawn, by the same PDF.js with which the tests read it.

const PDFJS = readFileSync(join(createRequire(import.meta.url).resolve('unpdf'), '../pdfjs.mjs'), 'utf8')
const ROOT = 'https://paper.example'
/** A page of A4 is 794 pixels wide. */
const SCALE = 96 / 72

/** Draws each page on a canvas; returns how many there are. */
async function draw(page: Page, pdf: Uint8Array): Promise<number> {
  await page.route(`${ROOT}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/pdf.mjs') return route.fulfill({ contentType: 'text/javascript', body: PDFJS })
    if (pathname === '/paper.pdf')
      return route.fulfill({ contentType: 'application/pdf', body: Buffer.from(pdf) })
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Paper</title><body>' })
  })
  await page.goto(`${ROOT}/`)
  return page.evaluate(async (scale) => {
    const library = '/pdf.mjs'
    const { getDocument } = await import(library)
    const data = new Uint8Array(await (await fetch('/paper.pdf')).arrayBuffer())
    // Outlines of the file's own type: the fonts of the machine play no part.
    const document = await getDocument({ data, disableFontFace: true, useSystemFonts: false }).promise
    for (let number = 1; number <= document.numPages; number++) {
      const sheet = await document.getPage(number)
      const viewport = sheet.getViewport({ scale })
      const canvas = window.document.createElement('canvas')
      Object.assign(canvas, { width: Math.floor(viewport.width), height: Math.floor(viewport.height) })
      canvas.style.display = 'block'
      window.document.body.append(canvas)
      await sheet.render({ canvas, viewport }).promise
    }
    return document.numPages
  }, SCALE)
}

for (const [name, { template, data }] of Object.entries(PAPERS)) {
  test(`the paper “${name}” looks as agreed on every page`, async ({ page }) => {
    const { pdf, isAccessible } = typeset({ template, data: JSON.stringify(data) })
    expect(isAccessible).toBe(true)
    const count = await draw(page, pdf)
    for (let number = 1; number <= count; number++) {
      const suffix = count > 1 ? `-${number}` : ''
      const sheet = page.locator('canvas').nth(number - 1)
      await expect.soft(sheet).toHaveScreenshot(`paper-${name}${suffix}.png`)
    }
  })
}
