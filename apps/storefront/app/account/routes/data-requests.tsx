import { LONGEST_RIGHTS_WORDS } from '@shop/contract/input-lengths'
import { RIGHTS } from '@shop/domain/rights'
import { Form } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../../platform/forms/form-failure.ts'
import { FormOwner, KeptNotice } from '../../platform/forms/form-owner.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { usePartner, useTexts } from '../../platform/texts/use-texts.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import styles from '../data-requests.module.css'
import {
  changeDataRequests,
  type DataRequestView,
  type LimitView,
  loadDataRequests,
} from '../data-requests.server.ts'
import type { Route } from './+types/data-requests'

export async function loader({ context, url }: Route.LoaderArgs) {
  return loadDataRequests(context.get(shopContext), url)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeDataRequests(shop, await readForm(shop, request))
}

export default function DataRequests({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts()
  const { requests, sent, limits, hasEnded, formOwner, kept } = loaderData
  const failure = failureOf(actionData, 'askRight')
  return (
    <div className={styles.page}>
      <PageMeta title={t('account.rights.title')} />
      <PageHead title={t('account.rights.title')} lead={t('account.rights.lead')} />
      {sent && !failure && (
        <Notice tone="ok" role="status" title={t('account.rights.sent')}>
          <p>
            {t('documents.support.reference')} <b className="nowrap">{sent.reference}</b>
          </p>
          <p>{t('account.rights.sentText', { day: sent.due })}</p>
        </Notice>
      )}
      {hasEnded && <Notice tone="ok" role="status" title={limits.ended} />}
      {limits.inForce.length > 0 && (
        <section aria-labelledby="limits" className="stack">
          <SectionHead id="limits" title={limits.title} />
          {limits.inForce.map((one) => (
            <Limit key={one.limit} {...one} />
          ))}
        </section>
      )}
      {requests.length > 0 && (
        <section aria-labelledby="own" className="stack">
          <SectionHead id="own" title={t('account.rights.own')} />
          {requests.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </section>
      )}
      <section aria-labelledby="ask">
        <SectionHead id="ask" title={t('account.rights.ask')} />
        <AskForm
          key={requests[0]?.id}
          failure={failure}
          about={limits.about}
          formOwner={formOwner}
          kept={kept}
        />
      </section>
    </div>
  )
}

/** A limit in force on the account's data, with the button by which its owner ends it. */
function Limit({ limit, said, end }: LimitView) {
  return (
    <Card as="article" stacked>
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Form method="post" action={pathOf('dataRequests')}>
        <input type="hidden" name="limit" value={limit} />
        <SubmitButton look="quiet" name="intent" value="endLimit">
          {end}
        </SubmitButton>
      </Form>
    </Card>
  )
}

function Request({ request }: { request: DataRequestView }) {
  const { t } = useTexts()
  const { email } = usePartner()
  const { reference, right, state, asked, due, isOverdue, words, answer, steps } = request
  return (
    <Card as="article" stacked id={reference} aria-labelledby={`${reference}-title`}>
      <div className="row row-wrap between">
        <h3 id={`${reference}-title`}>{t(`account.rights.right.${right}`)}</h3>
        <Tag tone={state === 'open' ? 'wait' : 'ok'}>{t(`account.rights.state.${state}`)}</Tag>
      </div>
      <p className="small muted">
        <span className="nowrap">{reference}</span> · {t('account.rights.asked', { day: asked })}
        {state === 'open' && !isOverdue && ` · ${t('account.rights.due', { day: due })}`}
      </p>
      {isOverdue && <Notice tone="warn">{t('account.rights.overdue', { email })}</Notice>}
      {words && (
        <p className={styles.said}>
          <span className="muted">{t('account.rights.yourWords')}:</span> {words}
        </p>
      )}
      {steps.length > 0 && (
        <ul className="small">
          {steps.map(({ label, at }) => (
            <li key={`${label} ${at}`}>
              {label} <span className="muted">{at}</span>
            </li>
          ))}
        </ul>
      )}
      {answer && (
        <div>
          <h4>{t('account.rights.answer', { day: answer.at })}</h4>
          <p className={styles.said}>{answer.text}</p>
        </div>
      )}
    </Card>
  )
}

interface AskFormProps {
  failure: FormFailure | undefined
  about: string
  formOwner: string
  kept: Record<string, string> | undefined
}

function AskForm({ failure, about, formOwner, kept }: AskFormProps) {
  const { t } = useTexts()
  const field = useFormFields(failure, kept)
  return (
    <Form method="post" className="stack" noValidate>
      <p className="muted">{t('account.rights.faster')}</p>
      <p className="muted">{about}</p>
      <FormErrors failure={failure} />
      {kept && !failure && <KeptNotice />}
      <FormOwner owner={formOwner} />
      <SelectField
        {...field('right')}
        label={t('account.rights.what')}
        placeholder={t('account.rights.none')}
        options={RIGHTS.map((value) => ({ value, label: t(`account.rights.right.${value}`) }))}
        required
      />
      <TextArea
        {...field('words')}
        label={t('account.rights.words')}
        hint={t('account.rights.wordsHint')}
        rows={5}
        maxLength={LONGEST_RIGHTS_WORDS}
      />
      <div>
        <SubmitButton>{t('account.rights.submit')}</SubmitButton>
      </div>
    </Form>
  )
}
