'use client'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useShortcut } from '../shell/keyboard/shortcuts'
import { IconButton } from '../ui/icon-button'

type Props = { label: string; value: string; onChange(text: string): void; onDown(): void }

/** The search field of a list: `/` focuses it, Escape clears it, the down arrow goes to the list. */
export function SearchBox({ label, value, onChange, onDown }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useShortcut('/', () => box.current?.select())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Escape' && value) onChange('')
    else return
    event.preventDefault()
  }
  return (
    <div className="relative flex h-11 min-w-0 flex-1 items-center rounded-md border border-line-strong bg-raised has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
      <Search aria-hidden className="pointer-events-none absolute left-3.5 size-[18px] text-ink-faint" />
      <input
        ref={box}
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        maxLength={300}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent pr-10 pl-11 text-base outline-none placeholder:text-ink-faint"
      />
      {value && (
        <IconButton small label="Clear the search" onClick={() => onChange('')} className="absolute right-2">
          <X />
        </IconButton>
      )}
    </div>
  )
}
