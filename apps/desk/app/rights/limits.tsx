import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextArea } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import type { FoundRights, RightsDone } from './on-screen.ts'

/** What holds for the data of who asks: only kept, or an objection. */
export function InForce({ limits }: Pick<FoundRights, 'limits'>) {
  const { t } = useTexts()
  if (!limits) return null
  const { restrictedSince, restrictionEndsAt, objectedSince } = limits
  return (
    <>
      {restrictedSince && (
        <Notice tone="warn" title={t('desk:rights.restrictedSince', { moment: restrictedSince })}>
          {restrictionEndsAt && <p>{t('desk:rights.endsOn', { moment: restrictionEndsAt })}</p>}
        </Notice>
      )}
      {objectedSince && (
        <Notice tone="warn" title={t('desk:rights.objectedSince', { moment: objectedSince })} />
      )}
    </>
  )
}

/** Announces the end of a restriction, with the reason that its owner is told before. */
export function EndRestriction({ found, done }: { found: FoundRights; done: RightsDone }) {
  const { t } = useTexts()
  const own = done?.intent === 'endRestriction' ? done : undefined
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:rights.endTitle')}</h2>
        <input type="hidden" name="version" value={found.version} />
        <TextArea
          name="text"
          id="text-end"
          label={t('desk:rights.endReason')}
          hint={t('desk:rights.endReasonHint', { language: LANGUAGE_NAMES[found.locale] })}
          error={own?.problem?.code === 'invalid_fields' ? t('desk:rights.short') : undefined}
          defaultValue={own?.typed?.text ?? ''}
          lang={found.locale}
          rows={4}
          minLength={5}
          maxLength={2000}
          required
        />
        <div>
          <SubmitButton look="quiet" size="s" name="intent" value="endRestriction">
            {t('desk:rights.endSend')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
