import type { ButtonHTMLAttributes } from 'react'

const sizes = {
  normal: 'min-h-12 px-4 text-base',
  /** Beside something larger. */
  compact: 'min-h-12 px-1 text-base leading-5 tablet:min-h-14',
  large: 'min-h-14 px-3 text-lg leading-6 tablet:px-6',
}

const looks = {
  /** The next thing to do. */
  primary: 'bg-accent text-on-accent hover:bg-accent-press active:bg-accent-press border-transparent',
  /** Everything else that can be done. */
  quiet: 'bg-raised text-strong border-edge hover:bg-sunken active:bg-sunken',
  /** What somebody will be sorry about if it is not meant. */
  grave: 'bg-raised text-red border-red hover:bg-red-tint active:bg-red-tint',
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof looks
  readonly size?: keyof typeof sizes
  /** What it does is being done: it takes no tap then, and keeps the focus, which a disabled button would lose. */
  readonly isBusy?: boolean | undefined
}

/** At least 48 px high, 56 px where it is the thing a thumb looks for. */
export function Button({
  look = 'quiet',
  size = 'normal',
  type = 'button',
  className = '',
  isBusy,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      className={`button ${sizes[size]} ${looks[look]} disabled:border-line disabled:bg-sunken disabled:text-faint ${className}`}
      {...rest}
    />
  )
}
