/** Whether a code has LOINC's form and check digit (mod 10, as the LOINC Users' Guide defines it). */
export function isLoinc(code: string): boolean {
  const match = /^(\d{1,7})-(\d)$/.exec(code)
  if (!match?.[1]) return false
  const sum = [...match[1]].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return (10 - (sum % 10)) % 10 === Number(match[2])
}
