import type { DocumentSummary } from '@shop/contract/documents'
import { Fragment } from 'react'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { useFixes, useMessage } from '../platform/forms/use-form-fields.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Checkbox } from '../ui/checkbox.tsx'

type Shown = Pick<DocumentSummary, 'slug' | 'title' | 'version'>

/**
 * Health data need a separate consent (GDPR, article 9): a box that only the customer ticks. Terms are accepted with
 * the button that says so.
 */
export function isConsent({ slug }: Pick<Shown, 'slug'>): boolean {
  return slug === 'health-data-consent'
}

const acceptedValue = ({ slug, version }: Shown) => `${slug}@${version}`

interface DocumentChecksProps {
  legend: string
  documents: readonly Shown[]
  failure?: FormFailure | undefined
}

/** A box per document to accept, with a link to read it; the box sends the version that was shown. */
export function DocumentChecks({ legend, documents, failure }: DocumentChecksProps) {
  const { t } = useTexts()
  const message = useMessage()
  const fixes = useFixes(failure)
  const ticked = new Set(failure?.values.acceptedDocuments?.split(','))
  const boxes = documents.map((document) => ({ ...document, value: acceptedValue(document) }))
  const firstLeft = boxes.find(({ value }) => !ticked.has(value)) ?? boxes[0]
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
          // The only field at fault takes the focus, even without scripts.
          autoFocus={isOnlyFault && box === firstLeft}
          onInput={() => fixes.fix('acceptedDocuments')}
          error={fault && box === firstLeft && fixes.isOpen('acceptedDocuments') ? message(fault) : undefined}
          label={
            <>
              {t('account.register.accept')} <DocumentLink document={box} />
            </>
          }
        />
      ))}
    </fieldset>
  )
}

/** Below the button of a registration: what pressing it accepts, in the version that was shown. */
export function TermsByButton({ documents }: { documents: readonly Shown[] }) {
  const { t } = useTexts()
  if (documents.length === 0) return null
  return (
    <p className="small muted">
      {t('account.register.byButton')}{' '}
      {documents.map((document, index) => (
        <Fragment key={document.slug}>
          {index > 0 && ', '}
          <DocumentLink document={document} />
          <input type="hidden" name="acceptedDocuments" value={acceptedValue(document)} />
        </Fragment>
      ))}
    </p>
  )
}

function DocumentLink({ document: { slug, title } }: { document: Shown }) {
  const { t } = useTexts()
  return (
    <a href={pathOf('document', { documentSlug: slug })} target="_blank" rel="noopener">
      {title}
      <span className="visually-hidden"> ({t('account.register.newWindow')})</span>
    </a>
  )
}
