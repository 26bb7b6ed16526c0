import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LUCIDE_ICONS } from './icon-names.ts'

const here = import.meta.dirname
const lucide = dirname(createRequire(import.meta.url).resolve('lucide-static/package.json'))

function symbolOf(name: string): string {
  const svg = readFileSync(join(lucide, 'icons', `${name}.svg`), 'utf8')
  const shapes = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg)?.[1]?.replace(/\s*\n\s*/g, '')
  if (!shapes) throw new Error(`No shapes in ${name}`)
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`
}

const own = readFileSync(join(here, 'own-icons.svg'), 'utf8')
const ownSymbols = [...own.matchAll(/<symbol[\s\S]*?<\/symbol>/g)].map(([symbol]) =>
  symbol.replace(/\s*\n\s*/g, ''),
)
const symbols = [...ownSymbols, ...LUCIDE_ICONS.map(symbolOf)]
writeFileSync(
  join(here, 'icons.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg"><!-- Lucide (ISC) and own drawings; made by make-sprite.ts -->\n${symbols.join('\n')}\n</svg>\n`,
)
