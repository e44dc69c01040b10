'use client'
import { Search, X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type RefObject, useRef } from 'react'
import { useShortcut } from '../shell/keyboard/shortcuts'
import { cn } from './cn'
import { IconButton } from './icon-button'

type Props = Omit<ComponentProps<'input'>, 'ref' | 'value' | 'onChange'> & {
  ref?: RefObject<HTMLInputElement | null>
  label: string
  value: string
  onChange(text: string): void
  onDown?: () => void
  small?: boolean
}

export function SearchField({ ref, label, value, onChange, onDown, small = false, ...rest }: Props) {
  const own = useRef<HTMLInputElement>(null)
  const box = ref ?? own
  useShortcut('/', () => box.current?.select())
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    rest.onKeyDown?.(event)
    if (event.key === 'ArrowDown' && onDown) onDown()
    else if (event.key === 'Escape' && value) onChange('')
    else return
    event.preventDefault()
  }
  return (
    <div
      className={cn(
        'relative flex min-w-0 flex-auto items-center rounded-md border border-line-strong bg-raised has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent',
        small ? 'h-8' : 'h-11',
      )}
    >
      <Search
        aria-hidden
        className={cn(
          'pointer-events-none absolute text-ink-faint',
          small ? 'left-2.5 size-3.5' : 'left-3.5 size-[18px]',
        )}
      />
      <input
        ref={box}
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cn(
          'h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-faint',
          small ? 'pr-7 pl-8 text-sm' : 'pr-10 pl-11 text-base',
        )}
        {...rest}
        onKeyDown={onKey}
      />
      {value && (
        <IconButton
          icon={<X />}
          small
          label="Clear the search"
          className={cn('absolute', small ? 'right-0.5' : 'right-2')}
          onClick={() => onChange('')}
        />
      )}
    </div>
  )
}
