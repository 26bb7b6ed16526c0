import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonContent extends ButtonLook {
  icon?: IconName | undefined
  /** On a link to the next step, the arrow after the words. */
  iconAfter?: IconName | undefined
  children: ReactNode
}

type ButtonProps = Omit<ButtonContent, 'iconAfter'> & Omit<ComponentProps<'button'>, 'className'>

/**
 * A button. Its look sets its weight: `accent` adds and pays (once per view), `primary` moves on, `quiet` and
 * `plain` are for lesser actions.
 */
export function Button({ look, size, wide, icon, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={buttonClass({ look, size, wide })} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type ButtonLinkProps = ButtonContent & Omit<LinkProps, 'className'>

/** A link to a page that looks like a button. */
export function ButtonLink({ look, size, wide, icon, iconAfter, children, ...rest }: ButtonLinkProps) {
  return (
    <Link className={buttonClass({ look, size, wide })} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
      {iconAfter && <Icon name={iconAfter} />}
    </Link>
  )
}

type IconButtonProps = { icon: IconName; label: string } & Omit<
  ComponentProps<'button'>,
  'className' | 'children' | 'aria-label'
>

/** A round button with an icon only; `label` names it. */
export function IconButton({ icon, label, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} className={buttonClass({ look: 'icon' })} aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
