import type { VisitKind } from '@shop/domain/laboratory'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import type { Texts } from '@shop/texts/create-texts'

interface NamedLaboratory {
  city: string
  address: string
  visitKind?: VisitKind | undefined
}

/** Nurses start from the address of a branch, so their laboratory has the same one. */
const kindOf = ({ visitKind }: NamedLaboratory, { t }: Texts) =>
  visitKind === 'homeCall' ? ` · ${t('desk:today.atHome')}` : ''

export const addressOf = ({ city, address }: NamedLaboratory) => `${city}, ${address}`

/** A laboratory in a list of choices. */
export const laboratoryName = (laboratory: NamedLaboratory, texts: Texts): string =>
  addressOf(laboratory) + kindOf(laboratory, texts)

export function LaboratoryName(laboratory: NamedLaboratory) {
  const texts = useTexts()
  return (
    <>
      <span lang="ru">{addressOf(laboratory)}</span>
      {kindOf(laboratory, texts)}
    </>
  )
}
