'use client'
import { Combine, Ellipsis, History, Plus, Share2 } from 'lucide-react'
import type { RefObject } from 'react'
import { FoundCount } from '../list/found-count'
import { SearchBox } from '../list/search-box'
import { Button } from '../ui/button'
import { Menu, MenuItem } from '../ui/menu'
import { useFormat } from '../ui/words/use-format'
import type { Playbook } from './use-playbook'

/** `id` null = the history of all lessons. */
export type Opened = 'sharing' | 'consolidating' | { historyOf: string | null }
type Props = {
  list: Playbook
  adding: boolean
  onAdding(on: boolean): void
  opener: RefObject<HTMLButtonElement | null>
  menu: RefObject<HTMLButtonElement | null>
  onOpen(what: Opened): void
  onDown(): void
}

/** Search, a way to add a lesson, and a menu with the rest. */
export function PlaybookTools({ list, adding, onAdding, opener, menu, onOpen, onDown }: Props) {
  const { place, move, playbook } = list
  const { plural } = useFormat()
  const isSearch = list.shown.q.trim() !== ''
  const words =
    playbook && (playbook.all > 0 || isSearch)
      ? plural(playbook.total + playbook.proposed.length, 'lesson')
      : null
  return (
    <search aria-label="Lessons" className="border-line border-b">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 pt-4 pb-3 max-sm:px-3">
        <div className="flex gap-2">
          <SearchBox
            label="Search lessons"
            value={place.q}
            onChange={(text) => move({ q: text, strategy: null })}
            onDown={onDown}
          />
          <Button ref={opener} className="!h-11" aria-expanded={adding} onClick={() => onAdding(!adding)}>
            <Plus aria-hidden className="size-4" />
            <span>
              Add<span className="max-sm:sr-only"> a lesson</span>
            </span>
          </Button>
          <Menu
            label="More for lessons"
            align="end"
            trigger={
              <Button ref={menu} className="!h-11" aria-label="More for lessons">
                <Ellipsis aria-hidden className="size-4" />
              </Button>
            }
          >
            <MenuItem icon={<History />} onSelect={() => setTimeout(() => onOpen({ historyOf: null }))}>
              History
            </MenuItem>
            {Boolean(playbook?.all) && (
              <>
                <MenuItem icon={<Share2 />} onSelect={() => setTimeout(() => onOpen('sharing'))}>
                  Share…
                </MenuItem>
                <MenuItem icon={<Combine />} onSelect={() => setTimeout(() => onOpen('consolidating'))}>
                  Consolidate…
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
        <FoundCount words={words} isSearch={isSearch} />
      </div>
    </search>
  )
}
