import type { DeskOrder } from '@shop/contract/desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Form } from 'react-router'

type Mail = DeskOrder['mails'][number] & { when: string }

const TONES = { waiting: 'wait', sent: 'ok', refused: 'warn', failed: 'warn', dropped: 'wait' } as const

/** Which mails there were, newest first, each with a button that sends it again where one may. */
export function OrderMails({ mails, mayRepeat }: { mails: readonly Mail[]; mayRepeat: boolean }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2 id="mails">{t('desk:mails.title')}</h2>
      {mails.length === 0 && <p>{t('desk:mails.none')}</p>}
      <ul className="stack" aria-labelledby="mails">
        {mails.map((mail) => (
          <li key={mail.id} className="row row-wrap between">
            <div>
              <strong id={mail.id}>{t(`desk:mails.kind.${mail.kind}`)}</strong>{' '}
              <Tag tone={TONES[mail.state]}>{t(`desk:mails.state.${mail.state}`)}</Tag>
              <p className="muted">{[mail.when, mail.to].filter(Boolean).join(' · ')}</p>
            </div>
            {mayRepeat && mail.mayRepeat && (
              <Form method="post">
                <input type="hidden" name="mail" value={mail.id} />
                <SubmitButton
                  look="quiet"
                  size="s"
                  name="intent"
                  value="repeatMail"
                  aria-describedby={mail.id}
                >
                  {t('desk:mails.again')}
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
