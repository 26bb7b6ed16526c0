import { decodeQR } from 'qr/decode.js'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** Pixels per module of a QR code. */
const SCALE = 3

export interface ReadPdf {
  text: string
  pageCount: number
  qrText: string | undefined
  title: unknown
  language: unknown
  /** PDF readers show the title instead of the file's name. */
  showsTitle: boolean
  /** Its metadata says that it is PDF/UA-1, and its catalogue that it is tagged. */
  isAccessible: boolean
  /** How many font files are embedded. */
  fontCount: number
  /** The targets of links, page by page. */
  links: string[]
}

/** The content of a PDF: its words, and the text of the QR code on its last page, read as a camera would. */
export async function readPdf(answer: Response): Promise<ReadPdf> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const fontCount = Buffer.from(bytes).toString('latin1').split('/FontFile').length - 1
  const document = await getDocumentProxy(bytes)
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)),
  )
  const contents = await Promise.all(pages.map((page) => page.getTextContent()))
  const words = contents.flatMap(({ items }) =>
    items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')),
  )
  const annotations = (await Promise.all(pages.map((page) => page.getAnnotations()))).flat()
  const { info, metadata } = (await document.getMetadata()) as {
    info: { Title?: unknown; Language?: unknown }
    metadata: { get(name: string): unknown } | null
  }
  const marks = await document.getMarkInfo()
  const preferences = (await document.getViewerPreferences()) as Record<string, unknown> | null
  const { fnArray, argsArray } = await pages.at(-1)!.getOperatorList()
  const { OPS } = await getResolvedPDFJS()
  const paths = fnArray.flatMap((operator, index) =>
    operator === OPS.constructPath ? [rectanglesOf(argsArray[index])] : [],
  )
  const qr = paths.toSorted((one, other) => other.length - one.length)[0] ?? []
  return {
    text: words.join('').replaceAll(/\s+/g, ' '),
    pageCount: document.numPages,
    qrText: readQrCode(qr),
    title: info.Title,
    language: info.Language,
    showsTitle: preferences?.DisplayDocTitle === true,
    isAccessible: metadata?.get('pdfuaid:part') === '1' && marks?.Marked === true,
    fontCount,
    links: annotations.flatMap(({ unsafeUrl }) => (unsafeUrl ? [String(unsafeUrl)] : [])),
  }
}

/** The runs of text on the first page, with where they begin and end, in points from the left. */
export async function readRuns(answer: Response): Promise<{ text: string; left: number; right: number }[]> {
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item)) return []
    const left = Number(item.transform[4])
    return [{ text: item.str, left, right: left + item.width }]
  })
}

interface TagNode {
  role?: string
  id?: string
  alt?: string
  children?: TagNode[]
}

/** An element of a document as a screen reader presents it: its role, its text and its children. */
export interface Tag {
  role: string
  text: string
  children: Tag[]
}

/** The tags of a PDF's pages in reading order; heads and feet that each page repeats have none. */
export async function readTags(answer: Response): Promise<Tag[]> {
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  const pages: Tag[] = []
  for (let number = 1; number <= document.numPages; number++) pages.push(await tagsOfPage(document, number))
  return pages
}

async function tagsOfPage(document: PdfDocument, number: number): Promise<Tag> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const texts = new Map<string, string>()
  const open: (string | null)[] = []
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? null)
      continue
    }
    const id = open.findLast(Boolean)
    if (id) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
  }
  return tagOf({ role: 'Page', ...((await page.getStructTree()) as TagNode) }, texts)
}

function tagOf({ role = '', id, alt, children = [] }: TagNode, texts: ReadonlyMap<string, string>): Tag {
  // A line comes in pieces where the type changes; only elements and lines are separated by spaces.
  if (!role) return { role, text: (id && texts.get(id)) ?? '', children: [] }
  const tags = children.map((child) => tagOf(child, texts))
  const said = [alt ? `${alt} ` : '', ...tags.map((tag) => (tag.role ? ` ${tag.text} ` : tag.text))]
  const text = said.join('').replaceAll(/\s+/g, ' ').trim()
  return { role, text, children: tags.filter((tag) => tag.role) }
}

/** All tags of a kind, in reading order. */
export function tagsOf(tags: readonly Tag[], role: string): Tag[] {
  return tags.flatMap((tag) => [...(tag.role === role ? [tag] : []), ...tagsOf(tag.children, role)])
}

type Rectangle = [left: number, top: number, right: number, bottom: number]

/** The rectangles of a path as PDF.js gives it: 0 moves, 1 draws a line, 4 closes. */
function rectanglesOf([, [path]]: [number, [Float32Array | null]]): Rectangle[] {
  const rectangles: Rectangle[] = []
  const numbers = [...(path ?? [])]
  while (numbers.length > 0) {
    const step = numbers.shift()
    if (step === 4) continue
    if (step !== 0 && step !== 1) return []
    const [x, y] = numbers.splice(0, 2) as [number, number]
    const last = rectangles.at(-1)
    if (step === 0 || !last) rectangles.push([x, y, x, y])
    else {
      last.splice(
        0,
        4,
        Math.min(last[0], x),
        Math.min(last[1], y),
        Math.max(last[2], x),
        Math.max(last[3], y),
      )
    }
  }
  return rectangles
}

function readQrCode(rectangles: readonly Rectangle[]): string | undefined {
  // Modules are drawn on a grid of whole numbers; other pictures are not codes.
  if (rectangles.length === 0 || !rectangles.flat().every((place) => Number.isInteger(place) && place >= 0))
    return undefined
  // As wide as the code, with a border on the right equal to that on the left.
  const size = Math.max(...rectangles.map(([left, , right]) => left + right)) * SCALE
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [left, top, right, bottom] of rectangles) {
    for (let y = top * SCALE; y < bottom * SCALE; y++) {
      pixels.fill(0, (y * size + left * SCALE) * 4, (y * size + right * SCALE) * 4)
    }
  }
  return decodeQR({ data: pixels, width: size, height: size })
}
