import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Form } from 'react-router'
import { AskFirst } from './ask-first.tsx'
import type { SessionOnScreen } from './sessions.server.ts'

interface SessionsCardProps {
  sessions: readonly SessionOnScreen[]
  /** Ending one's own sessions needs the password; an administrator ends those of others as part of the work. */
  isOwn?: boolean
}

/** Where a member of staff is logged in; every session but the current one can be ended. */
export function SessionsCard({ sessions, isOwn = false }: SessionsCardProps) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:sessions.title')}</h2>
      {sessions.length === 0 && <p>{t('desk:sessions.none')}</p>}
      {sessions.map(({ id, browser, begun, ends, isCurrent }) => (
        <div key={id} className="row row-wrap between">
          <span>
            <b>{browser ?? t('desk:sessions.unknown')}</b>{' '}
            <span className="small muted">{t('desk:sessions.times', { begun, ends })}</span>
          </span>
          {isCurrent ? (
            <Tag tone="ok">{t('desk:sessions.current')}</Tag>
          ) : isOwn ? (
            <AskFirst
              intent="endSession"
              values={{ session: id }}
              label={t('desk:sessions.end')}
              name={t('desk:sessions.endOf', { begun })}
            />
          ) : (
            <Form method="post">
              <input type="hidden" name="session" value={id} />
              <SubmitButton
                look="danger"
                size="s"
                name="intent"
                value="endSession"
                aria-label={t('desk:sessions.endOf', { begun })}
              >
                {t('desk:sessions.end')}
              </SubmitButton>
            </Form>
          )}
        </div>
      ))}
    </Card>
  )
}
