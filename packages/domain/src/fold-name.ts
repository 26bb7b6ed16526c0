/**
 * A name of a person or a place as people type it, for comparison: regardless of case, accents, apostrophes and extra
 * spaces. ё becomes е, ł becomes l, ў becomes у. The main API's `foldedName` does the same in the database.
 */
export function foldName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/['’ʼ`]/g, '')
    .replace(/\s+/g, ' ')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
}
