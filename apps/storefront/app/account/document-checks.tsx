import type { DocumentSummary } from '@shop/contract/documents'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { useMending, useMessage } from '../platform/forms/use-form-fields.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Checkbox } from '../ui/checkbox.tsx'

interface DocumentChecksProps {
  legend: string
  documents: readonly Pick<DocumentSummary, 'slug' | 'title' | 'version'>[]
  failure?: FormFailure | undefined
}

/** A box per document to accept, with a link to read it; the box sends the version that was shown. */
export function DocumentChecks({ legend, documents, failure }: DocumentChecksProps) {
  const { t } = useTexts()
  const message = useMessage()
  const mending = useMending(failure)
  const ticked = new Set(failure?.values.acceptedDocuments?.split(','))
  const boxes = documents.map((document) => ({ ...document, value: `${document.slug}@${document.version}` }))
  const firstLeft = boxes.find(({ value }) => !ticked.has(value))
  const fault = failure?.fields.acceptedDocuments
  const isOnlyFault = fault !== undefined && Object.keys(failure?.fields ?? {}).length === 1
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      {boxes.map((box) => (
        <Checkbox
          key={box.slug}
          name="acceptedDocuments"
          value={box.value}
          defaultChecked={ticked.has(box.value)}
          required
          // The only field at fault takes the focus, also without scripts.
          autoFocus={isOnlyFault && box === firstLeft}
          onInput={() => mending.mend('acceptedDocuments')}
          error={
            fault && box === firstLeft && mending.isOpen('acceptedDocuments') ? message(fault) : undefined
          }
          label={
            <>
              {t('account.register.accept')}{' '}
              <a href={pathOf('document', { documentSlug: box.slug })} target="_blank" rel="noopener">
                {box.title}
                <span className="visually-hidden"> ({t('account.register.newWindow')})</span>
              </a>
            </>
          }
        />
      ))}
    </fieldset>
  )
}
