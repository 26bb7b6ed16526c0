import { type DayPart, isAfternoon } from '@shop/domain/visit-slots'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { useFixes, useMessage } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { buttonClass } from '../ui/button-class.ts'
import { classNames } from '../ui/class-names.ts'
import { FieldMessage } from '../ui/field.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Tag } from '../ui/tag.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import styles from './slot-picker.module.css'
import type { DayView, SlotWeek, VisitGroup } from './slot-week.server.ts'

interface SlotPickerProps {
  week: SlotWeek
  /** The people who come: that decides which times are suitable. */
  group: VisitGroup
  /** The form field for the chosen time. */
  name: string
  /** The form's failure; shown at the times until one is chosen. */
  failure: FormFailure | undefined
  /**
   * links: another day is another address. buttons: another day is a submit button of the surrounding form,
   * named `showDay` or `showWeek`, so that what was typed there is sent and kept. Without scripts the page
   * reopens at the week: a redirect keeps the fragment of the submitted address.
   */
  days: 'links' | 'buttons'
}

/** A week strip with free places, and the times of the open day. */
export function SlotPicker({ week, group, name, failure, days }: SlotPickerProps) {
  const { t } = useTexts()
  const message = useMessage()
  const fixes = useFixes(failure)
  const fault = failure?.fields[name]
  const error = fault && fixes.isOpen(name) ? message(fault) : undefined
  // A refusal keeps the choice.
  const chosen = failure?.values[name] ?? week.chosen
  // The last week has no button for the next one: the focus then goes to the heading.
  const { around: strip, goal: title } = useKeptFocus<HTMLElement, HTMLHeadingElement>(week)
  return (
    <>
      <section ref={strip} className="stack stack-s" aria-labelledby="week-title">
        <div className="row between">
          <h2 id="week-title" ref={title} tabIndex={-1} className={`${styles.title} capital`}>
            {week.month}
          </h2>
          <span className={styles.move}>
            <WeekLink to={week.earlier} icon="arrow-left" label={t('order.slots.earlier')} days={days} />
            <WeekLink to={week.later} icon="arrow-right" label={t('order.slots.later')} days={days} />
          </span>
        </div>
        <ul className={styles.week}>
          {week.days.map((day) => (
            <li key={day.date}>
              <Day day={day} isOpen={day.date === week.day?.date} days={days} />
            </li>
          ))}
        </ul>
        {week.cutOff && (
          <p className="small muted">
            <Icon name="clock" size="s" /> {t('order.slots.cutOff', week.cutOff)}
          </p>
        )}
      </section>
      {week.day ? (
        <SlotChoices
          week={week}
          group={group}
          day={week.day}
          name={name}
          chosen={chosen}
          error={error}
          onChoose={() => fixes.fix(name)}
        />
      ) : (
        <p className="muted">
          {week.isTooLong
            ? t('order.slots.tooLong', { count: group.people, minutes: group.minutes })
            : t('order.slots.nothingFree')}
        </p>
      )}
    </>
  )
}

interface SlotChoicesProps extends Pick<SlotPickerProps, 'week' | 'name'> {
  group: VisitGroup
  day: DayView
  chosen: string | null
  error: string | undefined
  onChoose: () => void
}

/** An afternoon or evening with more times than this is folded if the day has earlier ones. */
const MOST_OF_LATER = 8

/** The free times of a day, by part of the day; early ones are marked if a patient must fast. */
function SlotChoices({ week, group, day, name, chosen, error, onChoose }: SlotChoicesProps) {
  const { t } = useTexts()
  const free = week.slots.filter((slot) => slot.free > 0)
  const parts = [...new Set(free.map(({ part }) => part))].map((part) => ({
    part,
    slots: free.filter((slot) => slot.part === part),
  }))
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={`${styles.legend} capital`}>{day.label}</legend>
      <FieldMessage id={name} error={error} />
      {group.people > 1 && (
        <p className="small muted">
          <Icon name="clock" size="s" />{' '}
          {t('order.slots.howLong', { count: group.people, minutes: group.minutes })}
        </p>
      )}
      {parts.map(({ part, slots }, index) => (
        <Part
          key={part}
          part={part}
          title={week.partNames?.[part] ?? ''}
          isFolded={index > 0 && slots.length > MOST_OF_LATER && !slots.some(({ start }) => start === chosen)}
          group={group}
          slots={slots}
          name={name}
          chosen={chosen}
          error={error}
          onChoose={onChoose}
        />
      ))}
    </fieldset>
  )
}

interface PartProps extends TimesProps {
  part: DayPart
  title: string
  isFolded: boolean
  group: VisitGroup
}

function Part({ part, title, isFolded, group, ...times }: PartProps) {
  const { t } = useTexts()
  const late = group.bringsMorningUrine && isAfternoon(part) && (
    <p className="small muted">{t('cart:preparation.lateForUrine')}</p>
  )
  if (isFolded && isAfternoon(part)) {
    return (
      <details className={styles.part}>
        <summary className={styles.partName}>
          {title} <small>{t('order.slots.freeTimes', { count: times.slots.length })}</small>
        </summary>
        {late}
        <Times {...times} />
      </details>
    )
  }
  return (
    <div className={styles.part}>
      <p className={styles.partName}>
        {title}
        {part === 'early' && group.fasts && <Tag tone="ok">{t('order.slots.fasting')}</Tag>}
        {part === 'early' && group.bringsMorningUrine && <Tag tone="ok">{t('order.slots.urine')}</Tag>}
      </p>
      {late}
      <Times {...times} />
    </div>
  )
}

interface TimesProps extends Pick<SlotChoicesProps, 'name' | 'error' | 'onChoose'> {
  slots: SlotWeek['slots']
  chosen: string | null
}

/** The number of free places is shown only if it is at most this. */
const FEW = 1

const minuteOf = (start: string) => Number(start.slice(14, 16))

const hourOf = (start: string) => Number(start.slice(11, 13))

/**
 * The grid column of a time: whole hours start a row or its half, beginning with the part's first hour, as on a clock.
 */
function placeOf(start: string, { perHour, first }: { perHour: 2 | 4; first: number }): CSSProperties {
  const hour = hourOf(start) - first
  const within = Math.floor((minuteOf(start) * perHour) / 60)
  const column = (columns: number) => (hour % (columns / perHour)) * perHour + within + 1
  return { '--of-4': column(4), '--of-8': column(8) } as CSSProperties
}

function Times({ slots, name, chosen, error, onChoose }: TimesProps) {
  const { t } = useTexts()
  const perHour = slots.every(({ start }) => minuteOf(start) % 30 === 0) ? 2 : 4
  const place = { perHour, first: hourOf(slots[0]?.start ?? '') } as const
  return (
    <div className={styles.slots}>
      {slots.map(({ start, time, free }) => (
        <label key={start} className={styles.slot} style={placeOf(start, place)}>
          <input
            type="radio"
            name={name}
            value={start}
            defaultChecked={start === chosen}
            onInput={onChoose}
            aria-invalid={error ? true : undefined}
          />
          <span>{time}</span>
          {free <= FEW && <small>{t('order.slots.free', { count: free })}</small>}
        </label>
      ))}
    </div>
  )
}

/** From this many free times on, a day does not show how many, and says it only to those who hear it. */
const MANY = 5

function Day({ day, isOpen, days }: { day: DayView; isOpen: boolean; days: SlotPickerProps['days'] }) {
  const { t } = useTexts()
  const content = (
    <>
      <span aria-hidden="true">{day.weekday}</span>
      <b aria-hidden="true">{day.dayOfMonth}</b>
      <span className="visually-hidden">{day.label}: </span>
      <small className={day.freeSlots < MANY ? undefined : 'visually-hidden'}>
        {day.state === 'free'
          ? t('order.slots.freeTimes', { count: day.freeSlots })
          : t(`order.slots.${day.state}`)}
      </small>
    </>
  )
  const className = classNames(styles.day, isOpen && styles.open, day.state !== 'free' && styles.off)
  if (day.state !== 'free') {
    return <span className={className}>{content}</span>
  }
  if (days === 'links') {
    return (
      <Link
        className={className}
        to={`?day=${day.date}`}
        replace
        preventScrollReset
        aria-current={isOpen ? 'date' : undefined}
      >
        {content}
      </Link>
    )
  }
  return (
    <button
      type="submit"
      name="showDay"
      value={day.date}
      formAction="#week-title"
      formNoValidate
      className={className}
      aria-current={isOpen ? 'date' : undefined}
    >
      {content}
    </button>
  )
}

interface WeekLinkProps {
  to: string | null
  icon: IconName
  label: string
  days: SlotPickerProps['days']
}

/** One week back or forward. */
function WeekLink({ to, icon, label, days }: WeekLinkProps) {
  const className = buttonClass({ look: 'icon' })
  const content = (
    <>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </>
  )
  if (!to) {
    return (
      <span className={classNames(className, styles.noWeek)} aria-hidden="true">
        <Icon name={icon} />
      </span>
    )
  }
  return days === 'links' ? (
    <Link className={className} to={`?from=${to}`} replace preventScrollReset>
      {content}
    </Link>
  ) : (
    <button
      type="submit"
      name="showWeek"
      value={to}
      formAction="#week-title"
      formNoValidate
      className={className}
    >
      {content}
    </button>
  )
}
