'use client'
import { Search, X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { limits } from '@/lib/shared/limits'
import { IconButton } from '../ui/icon-button'

type Props = {
  ref: Ref<HTMLInputElement>
  text: string
  onChange(text: string): void
  onKeyDown(event: KeyboardEvent): void
  onLeave(): void
}

/** The search field. */
export function SearchBox({ ref, text, onChange, onKeyDown, onLeave }: Props) {
  return (
    <div className="relative flex h-11 items-center rounded-md border border-line-strong bg-raised has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
      <Search aria-hidden className="pointer-events-none absolute left-3.5 size-[18px] text-ink-faint" />
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-label="Search all memory"
        aria-describedby="search-keys"
        placeholder="Search everything that was said"
        maxLength={limits.search.textChars}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
        className="h-full min-w-0 flex-1 bg-transparent pr-10 pl-11 text-base outline-none placeholder:text-ink-faint"
      />
      <span id="search-keys" className="sr-only">
        Results appear as you type. Press the down arrow to move to them, or Enter to open the first.
      </span>
      {text && (
        <IconButton small label="Clear the search" onClick={() => onChange('')} className="absolute right-2">
          <X />
        </IconButton>
      )}
    </div>
  )
}
