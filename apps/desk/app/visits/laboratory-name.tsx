import type { VisitKind } from '@shop/domain/laboratory'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import type { SelectOption } from '@shop/storefront/ui/select-field.tsx'
import type { Texts } from '@shop/texts/create-texts'

interface NamedLaboratory {
  city: string
  address: string
  visitKind?: VisitKind | undefined
}

/** Nurses start from the address of a branch, so their laboratory has the same one. */
const kindOf = ({ visitKind }: NamedLaboratory, { t }: Texts) =>
  visitKind === 'homeCall' ? ` · ${t('laboratories.visits')}` : ''

export const addressOf = ({ city, address }: NamedLaboratory) => `${city}, ${address}`

/**
 * A laboratory in a list of choices, with its id where staff know it by that. The address is Russian, the kind is in
 * the desk's language; as an option has no inner markup, one with both is marked as neither.
 */
export function laboratoryOption(
  laboratory: NamedLaboratory & { id: number },
  texts: Texts,
  { hasId = false } = {},
): SelectOption {
  const kind = kindOf(laboratory, texts)
  const label = `${hasId ? `${laboratory.id}: ` : ''}${addressOf(laboratory)}${kind}`
  const option = { value: String(laboratory.id), label }
  return kind && texts.language !== 'ru' ? option : { ...option, lang: 'ru' }
}

export function LaboratoryName(laboratory: NamedLaboratory) {
  const texts = useTexts()
  return (
    <>
      <span lang="ru">{addressOf(laboratory)}</span>
      {kindOf(laboratory, texts)}
    </>
  )
}
