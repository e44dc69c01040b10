'use client'
import { Search, X } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'

type Props = { text: string; onChange(text: string): void }

/** Searches all that is remembered: the picture goes to what matches, the list names it. Escape clears it. */
export function FilterBox({ text, onChange }: Props) {
  return (
    <search className="relative flex h-8 min-w-40 flex-1 md:max-w-72 items-center rounded-md border border-line-strong bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Search aria-hidden className="pointer-events-none absolute left-2.5 size-3.5 text-ink-faint" />
      <input
        type="text"
        inputMode="search"
        aria-label="Search memory"
        placeholder="Search memory"
        maxLength={200}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key !== 'Escape' || !text) return
          event.preventDefault()
          onChange('')
        }}
        className="h-full min-w-0 flex-1 bg-transparent pr-7 pl-8 text-sm outline-none placeholder:text-ink-faint"
      />
      {text && (
        <IconButton
          small
          label="Clear the search"
          className="absolute right-0.5"
          onClick={() => onChange('')}
        >
          <X />
        </IconButton>
      )}
    </search>
  )
}
