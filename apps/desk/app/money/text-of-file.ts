/**
 * The text of an exported table: UTF-8, or windows-1251, the one-byte encoding in which spreadsheets in the shop's
 * countries save it. Anything that is not valid UTF-8 is read as windows-1251.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
