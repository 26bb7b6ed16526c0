import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

// Runs in a separate thread, from its source even where the rest is bundled.

export interface TypstTask {
  /** A `.typ` file under `src`. */
  template: string
  /** The content, as JSON. It is read as data, never as markup. */
  data: string
}

export interface TypstResult {
  pdf: Uint8Array
  /** False: no font has one of the characters, so the paper is tagged but may not claim to be PDF/UA. */
  isAccessible: boolean
}

/** The shop's typeface, and one with most other scripts, for names and remarks. */
const FONTS = [
  '@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf',
  '@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
]
const NO_GLYPH = /PDF\/UA-1 error: the text .* could not be displayed/s

const { resolve } = createRequire(import.meta.url)
const workspace = join(import.meta.dirname, '..')
const compiler = NodeCompiler.create({
  workspace,
  fontArgs: [{ fontBlobs: FONTS.map((font) => readFileSync(resolve(font))) }],
})

/**
 * Typesets one paper as PDF/UA-1, which the compiler checks. Nothing is fetched: templates use only files of the
 * project.
 */
export default function typeset({ template, data }: TypstTask): TypstResult {
  const source = { mainFilePath: join(workspace, template), inputs: { data } }
  try {
    return { pdf: compiler.pdf(source, { pdfStandard: 'ua-1' }), isAccessible: true }
  } catch (error) {
    if (error instanceof Error && NO_GLYPH.test(error.message))
      return { pdf: compiler.pdf(source, { pdfStandard: '1.7' }), isAccessible: false }
    // The compiler's messages may repeat the paper's content, and errors are logged.
    throw new Error(`Typst refused ${template} ${errorLocations(source)}`)
  } finally {
    // Drops what the last paper did not use either.
    compiler.evictCache(1)
  }
}

function errorLocations(source: { mainFilePath: string; inputs: { data: string } }): string {
  const diagnostics = compiler.compile(source).takeDiagnostics()
  if (!diagnostics) return 'while writing it as PDF/UA'
  const found = compiler.fetchDiagnostics(diagnostics) as {
    path: string
    range?: { start: { line: number } }
  }[]
  return found.map(({ path, range }) => `${path}:${(range?.start.line ?? -1) + 1}`).join(', ')
}
