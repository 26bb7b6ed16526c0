/**
 * The text of a table that somebody exported: UTF-8, or the Cyrillic one-byte code in which a spreadsheet saves it in
 * the shop's countries. What is no UTF-8 has letters of the other.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
