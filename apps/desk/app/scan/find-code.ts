/** The part of the browser's detector used here: lib.dom does not have it yet. */
interface CodeDetector {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface CodeDetectorClass {
  new (options: { formats: string[] }): CodeDetector
  getSupportedFormats(): Promise<string[]>
}

/** Finds a QR code in what the camera shows; null if there is none. */
type FindCode = (picture: HTMLVideoElement) => Promise<string | null>

/** The browser's own detector, or else the library's, which is loaded only if needed. */
export async function codeFinder(): Promise<FindCode> {
  let find = (await ownFinder()) ?? (await libraryFinder())
  return async (picture) => {
    try {
      return await find(picture)
    } catch {
      // Android has the detector but may lack the service behind it, which only shows at the first picture.
      find = await libraryFinder()
      return find(picture)
    }
  }
}

async function ownFinder(): Promise<FindCode | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: CodeDetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  if (!formats?.includes('qr_code')) return null
  const detector = new BarcodeDetector!({ formats: ['qr_code'] })
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null
}

async function libraryFinder(): Promise<FindCode> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })!
  return async (picture) => {
    const { videoWidth: width, videoHeight: height } = picture
    if (width === 0) return null
    Object.assign(canvas, { width, height })
    drawing.drawImage(picture, 0, 0)
    try {
      return decodeQR(drawing.getImageData(0, 0, width, height))
    } catch {
      // It throws if there is no code.
      return null
    }
  }
}
