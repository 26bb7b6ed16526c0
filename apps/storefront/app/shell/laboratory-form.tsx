import { HOME_VISIT_CUT_OFF, HOME_VISIT_MORNING } from '@shop/domain/visit-slots'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { LaboratoryOption } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import homeVisitBlockStyles from './home-visit-block.module.css'
import type { LaboratoryQuestion, LaboratoryRefusal } from './laboratory.server.ts'
import styles from './laboratory-form.module.css'
import { useClosestLaboratory } from './use-closest-laboratory.ts'

interface LaboratoryFormProps {
  laboratories: readonly LaboratoryOption[]
  /** Id of the laboratory chosen so far. */
  current?: string | undefined
  question: LaboratoryQuestion
  /** Why a form sent without scripts was refused. */
  refusal?: LaboratoryRefusal | undefined
  /** The places as cards, with the visitor's position once it is known, or a link to them. */
  cards?: (position: GeolocationCoordinates | undefined) => ReactNode
}

/** The question for a laboratory: a list, the closest one, the first that comes home. */
export function LaboratoryForm({ laboratories, current, question, refusal, cards }: LaboratoryFormProps) {
  const { t } = useTexts()
  const fetcher = useFetcher<{ refusal: LaboratoryRefusal }>()
  const select = useRef<HTMLSelectElement>(null)
  const closest = useClosestLaboratory(laboratories)
  const refused = fetcher.data?.refusal ?? refusal
  const isSending = fetcher.state !== 'idle'

  const { state } = closest
  const isRequired = refused === 'laboratoryRequired'
  // Each answer: its message is part of the list, and read out with it.
  useEffect(() => {
    if (fetcher.data && isRequired) select.current?.focus()
  }, [fetcher.data, isRequired])
  // The list is uncontrolled: a choice made before the scripts loaded stays.
  useEffect(() => {
    if (state.status === 'found') select.current!.value = state.laboratory.id
  }, [state])
  function chooseManually() {
    closest.reset()
    select.current!.value = ''
    select.current!.focus()
  }
  return (
    <fetcher.Form method="post" action={actionOf(question)} className={styles.columns} noValidate>
      <div className={styles.choice}>
        <ClosestButton status={state.status} onLocate={() => closest.locate()} />
        {state.status === 'found' && (
          <ClosestNotice {...state}>
            <Button look="link" onClick={chooseManually}>
              {t('shell.lab.manually')}
            </Button>
          </ClosestNotice>
        )}
        {state.status === 'failed' && (
          <Notice tone="warn" role="alert" title={t('messages:geolocationFailed')} />
        )}
        <SelectField
          ref={select}
          name="laboratoryId"
          label={t('shell.laboratory')}
          placeholder={t('shell.lab.placeholder')}
          options={groups(laboratories, {
            calls: t('shell.lab.homeCall'),
            branches: t('laboratories.branches'),
          })}
          defaultValue={current ?? ''}
          onChange={() => {
            if (state.status === 'found') closest.reset()
          }}
          error={isRequired ? t('messages:laboratoryRequired') : undefined}
          autoFocus={isRequired}
          required
        />
        <SubmitButton wide pending={isSending}>
          {t('forms.confirm')}
        </SubmitButton>
      </div>
      {question.kind !== 'branch' && (
        <HomeVisitBlock
          firstCallable={laboratories.find(({ callable }) => callable)?.label}
          isMissing={refused === 'noCallableLabs'}
        />
      )}
      {cards && <div className={styles.cards}>{cards(closest.position)}</div>}
    </fetcher.Form>
  )
}

interface ClosestNoticeProps {
  laboratory: Pick<LaboratoryOption, 'label'>
  /** Whole miles. */
  miles: number
  /** The same distance; short ones have a decimal. */
  kilometres: number
  children?: ReactNode
}

/** Which laboratory is closest and how far it is, in miles and for readers who do not use them. */
export function ClosestNotice({ laboratory, miles, kilometres, children }: ClosestNoticeProps) {
  const { t } = useTexts()
  return (
    <Notice tone="ok" role="status" title={t('messages:autoAssignedClosestLab')}>
      <p>
        <span lang="ru">{laboratory.label}</span>, {t('shell.miles', { count: miles })} (
        {t('laboratories.kilometres', { distance: kilometres })})
      </p>
      {children}
    </Notice>
  )
}

function actionOf({ fromOrder, kind, pathnameToReturn }: LaboratoryQuestion): string {
  const query = new URLSearchParams({ pathnameToReturn })
  if (fromOrder) query.set('from', 'order')
  if (kind) query.set('kind', kind)
  return `${pathOf('laboratory')}?${query}`
}

function ClosestButton({ status, onLocate }: { status: string; onLocate: () => void }) {
  const { t } = useTexts()
  if (status === 'refused') return null
  return (
    // Its space is reserved while the browser is asked, so that nothing moves when it appears.
    <div className={`${styles.closest} needs-scripts`} data-known={status !== 'unknown'}>
      <Button look="quiet" icon="locate-fixed" wide onClick={onLocate} aria-disabled={status === 'locating'}>
        {t(status === 'locating' ? 'shell.lab.locating' : 'shell.lab.closest')}
      </Button>
    </div>
  )
}

function groups(laboratories: readonly LaboratoryOption[], labels: { calls: string; branches: string }) {
  const options = (callable: boolean) =>
    laboratories
      .filter((laboratory) => laboratory.callable === callable)
      .map(({ id, label }) => ({ value: id, label, lang: 'ru' }))
  return [
    { label: labels.calls, options: options(true) },
    { label: labels.branches, options: options(false) },
  ].filter((group) => group.options.length > 0)
}

const { open, close } = HOME_VISIT_MORNING

interface HomeVisitBlockProps {
  /** Label of the laboratory that the quick button chooses. */
  firstCallable: string | undefined
  /** The quick button was pressed and there is none. */
  isMissing: boolean
}

/**
 * What a home visit is, in Russian in every language, with a quick button for one. Part of the laboratory form. The
 * sentences are the specification's, about the service as a whole: the days are those of `HOME_VISIT_HOURS`, written
 * out since a language declines them, whatever the desk has set for one laboratory.
 */
function HomeVisitBlock({ firstCallable, isMissing }: HomeVisitBlockProps) {
  const { t, language } = useTexts()
  return (
    <section className={homeVisitBlockStyles.block} lang="ru" aria-labelledby="home-visit">
      <h2 id="home-visit">Выезд на дом</h2>
      <Facts
        small
        facts={[
          { icon: 'clipboard-list', term: 'Приём заказов', value: 'ежедневно, без выходных' },
          {
            icon: 'clock',
            term: 'Визит на следующий день',
            value: `можно заказать до ${HOME_VISIT_CUT_OFF} текущего дня`,
          },
          {
            icon: 'calendar',
            term: 'Специалисты выезжают',
            value: `с понедельника по субботу, с ${open.replace(/^0/, '')} до ${close}`,
          },
        ]}
      />
      <Button type="submit" name="quick" value="firstCallable" look="quiet" icon="house" wide>
        {firstCallable ?? 'Вызов на дом'}
      </Button>
      {isMissing && (
        <div lang={language}>
          <Notice tone="warn" role="alert" title={t('messages:noCallableLabs')} />
        </div>
      )}
    </section>
  )
}
