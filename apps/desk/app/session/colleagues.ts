import { foldName } from '@shop/domain/fold-name'

/** So many are looked through without a search. */
const FEW = 20

interface Colleague {
  name: string
  email: string
}

/** The members of staff whose name or address has every part of what was typed, and whether searching is worthwhile. */
export function findColleagues<Member extends Colleague>(all: readonly Member[], wanted: string) {
  const words = foldName(wanted).split(' ').filter(Boolean)
  const members = all.filter(({ name, email }) => {
    const said = foldName(`${name} ${email}`)
    return words.every((word) => said.includes(word))
  })
  return { members, isLong: all.length > FEW || words.length > 0 }
}
