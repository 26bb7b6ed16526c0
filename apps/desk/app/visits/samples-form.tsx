import type { DeskOrder } from '@shop/contract/desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'

interface SamplesFormProps {
  visit: { orderId: string; version: number }
  patients: DeskOrder['patients']
}

/** One for each that is filled. */
const labelsOf = (container: NonNullable<DeskOrder['patients'][number]['containers']>[number]) =>
  Array.from({ length: container.count }, (_, index) => ({ ...container, key: `${container.id} ${index}` }))

/** Samples are taken: a label for each container where the branch labels, none where the laboratory does. */
export function SamplesForm({ visit: { orderId, version }, patients }: SamplesFormProps) {
  const { t } = useTexts()
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:step.takeSamples')}</h2>
        <p className="muted">{t('desk:order.labelsHint')}</p>
        <input type="hidden" name="orderId" value={orderId} />
        <input type="hidden" name="version" value={version} />
        {patients.flatMap(({ patientId, name, containers }) =>
          (containers ?? [])
            .flatMap(labelsOf)
            .map(({ key, ...container }) => (
              <TextField
                key={`${patientId} ${key}`}
                name={`label:${patientId}:${container.id}`}
                label={`${name}: ${container.name}`}
                maxLength={40}
                pattern="[\w\-]+"
                autoComplete="off"
                spellCheck={false}
                optional
              />
            )),
        )}
        <SubmitButton name="intent" value="takeSamples">
          {t('desk:step.takeSamples')}
        </SubmitButton>
      </Form>
    </Card>
  )
}
