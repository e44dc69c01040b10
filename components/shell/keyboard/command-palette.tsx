'use client'
import { Command } from 'cmdk'
import {
  Archive,
  ArchiveRestore,
  CircleHelp,
  Compass,
  Download,
  FileDown,
  MessageSquare,
  Moon,
  Search,
  Signpost,
  SquarePen,
  Sun,
  Tag,
  TextSearch,
  Trash2,
} from 'lucide-react'
import { useTheme } from 'next-themes'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { TagsDialog } from '@/components/organise/tags-dialog'
import { tagsFound } from '@/components/organise/tags-found'
import { useArchive } from '@/components/organise/use-archive'
import { useCurrent } from '@/components/organise/use-current'
import { useRemove } from '@/components/organise/use-remove'
import { pageHref } from '@/components/search/address/hit-links'
import { searchHref, tagHref } from '@/components/search/address/place'
import { Marked } from '@/components/search/results/marked'
import { searchHitKey, useSearch } from '@/components/search/use-search'
import { placeWords } from '@/components/search/words'
import { useTour } from '@/components/tour/use-tour'
import { downloadEverything } from '@/components/transfer/download'
import { Dialog } from '@/components/ui/dialog'
import { Keys } from '@/components/ui/keys'
import { RelativeTime } from '@/components/ui/words/relative-time'
import { useFormat } from '@/components/ui/words/use-format'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import type { MemoryKind, SearchHit } from '@/lib/shared/memory/search'
import { UNTITLED } from '@/lib/shared/untitled'
import { unarchived } from '../list/listed-conversations'
import { useFoundConversations } from '../list/use-found-conversations'
import { ARCHIVE_PAGE, IMPORT_PAGE, PLACES, TRASH_PAGE } from '../places'
import { useShell } from '../shell-context'
import { SAMPLE_LABEL, useListedSample, useSample } from '../use-sample'
import { useVisit } from '../use-stay'
import { TOUR_LABEL } from './help-dialog'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onHelp: () => void }
/** `key` = the key that goes to a place, pressed after `g`. */
type PaletteCommand = { name: string; icon: ReactNode; run(): void; key?: string }
const RECENT = 8
const FOUND = 5
/** Summaries and facts would repeat the hits next to them. */
const KINDS: MemoryKind[] = ['message', 'file', 'strategy']

/** Conversations, their contents, places and actions; ranked here, so that nothing moves while it is read. */
export function CommandPalette({ open, onOpenChange, onHelp }: Props) {
  const visit = useVisit()
  const { setTheme, resolvedTheme } = useTheme()
  const { conversations, tags } = useShell()
  const { plural } = useFormat()
  const sample = useSample()
  const tour = useTour()
  const [query, setQuery] = useState('')
  useLayoutEffect(() => {
    if (open) setQuery('')
  }, [open])
  const archive = useArchive()
  const remove = useRemove()
  const sampled = useListedSample()
  const [tagging, setTagging] = useState<ConversationDto | null>(null)
  const current = useCurrent(open)
  const found = useFoundConversations(query)
  const typed = query.trim()
  const { hits, stale } = useSearch(
    open && typed ? { text: query.trimStart(), kinds: KINDS, limit: limits.search.paletteHits } : null,
  )
  const list = typed
    ? (found ?? conversations.filter(({ title }) => holds(title, typed))).slice(0, FOUND)
    : unarchived(conversations).slice(0, RECENT)
  const tagged = tagsFound(tags, typed)
  const run = (action: () => void) => () => {
    onOpenChange(false)
    setQuery('')
    action()
  }
  const go = (href: string) => run(() => visit(href))
  const openSample = async () => {
    const opening = toast.loading('Opening the sample…')
    await sample.start()
    toast.dismiss(opening)
  }
  const usual: PaletteCommand[] = [
    ...PLACES.map(({ name, href, key, icon: Icon }) => ({ name, icon: <Icon />, run: go(href), key })),
    { name: 'New conversation', icon: <SquarePen />, run: go('/') },
    ...(sample.offered ? [{ name: SAMPLE_LABEL, icon: <Compass />, run: run(() => void openSample()) }] : []),
    { name: TOUR_LABEL, icon: <Signpost />, run: run(tour.start) },
    { name: 'Keyboard help', icon: <CircleHelp />, run: run(onHelp) },
  ]
  /** Found by typing only. */
  const rare: (PaletteCommand | null | undefined)[] = [
    sampled && { name: 'Remove the sample', icon: <Trash2 />, run: run(() => void remove(sampled)) },
    current && {
      name: current.archivedAt ? 'Unarchive this conversation' : 'Archive this conversation',
      icon: current.archivedAt ? <ArchiveRestore /> : <Archive />,
      run: run(() => void archive(current)),
    },
    current && { name: 'Tags of this conversation', icon: <Tag />, run: run(() => setTagging(current)) },
    { name: 'Archived conversations', icon: <Archive />, run: go(ARCHIVE_PAGE) },
    { name: 'Trash', icon: <Trash2 />, run: go(TRASH_PAGE) },
    { name: 'Import conversations', icon: <FileDown />, run: go(IMPORT_PAGE) },
    { name: 'Export everything', icon: <Download />, run: run(downloadEverything) },
    {
      name: `Switch to the ${resolvedTheme === 'dark' ? 'light' : 'dark'} theme`,
      icon: resolvedTheme === 'dark' ? <Sun /> : <Moon />,
      run: run(() => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark')),
    },
  ]
  const all = [...usual, ...rare].filter((command) => command != null)
  const commands = typed ? all.filter(({ name }) => begins(name, typed)) : usual
  const group = (title: string, places: boolean) => {
    const shown = commands.filter(({ key }) => (key !== undefined) === places)
    return (
      shown.length > 0 && (
        <Heading title={title}>
          {shown.map(({ name, icon, key, run }) => (
            <Item key={name} value={`go to ${name}`} onSelect={run} icon={icon}>
              <span className="flex-1">{name}</span>
              {key && <Keys keys={['g', key]} />}
            </Item>
          ))}
        </Heading>
      )
    )
  }
  const named = (
    <>
      {group('Places', true)}
      {group('Actions', false)}
    </>
  )
  const { items, ...selection } = useSelection(query)
  if (tagging) return <TagsDialog conversation={tagging} onClose={() => setTagging(null)} />
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search" bare>
      <Command
        label="Search memory, places and actions"
        loop
        shouldFilter={false}
        {...selection}
        className="flex flex-col"
      >
        <Command.Input
          value={query}
          onValueChange={setQuery}
          maxLength={limits.search.textChars}
          placeholder="Search memory, places and actions"
          className="h-12 border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-ink-faint"
        />
        <Command.List ref={items} className="max-h-[50vh] overflow-y-auto p-1.5">
          {typed && named}
          {list.length > 0 && (
            <Heading title="Conversations">
              {list.map((conversation) => (
                <Item
                  key={conversation.id}
                  value={`conversation ${conversation.id}`}
                  onSelect={go(`/c/${conversation.id}`)}
                  icon={<MessageSquare />}
                >
                  <span className="min-w-0 flex-1 truncate">{conversation.title || UNTITLED}</span>
                  <RelativeTime at={conversation.updatedAt} className="text-ink-faint text-xs" />
                </Item>
              ))}
            </Heading>
          )}
          {tagged.length > 0 && (
            <Heading title="Tags">
              {tagged.map(({ name, all }) => (
                <Item key={name} value={`tag ${name}`} onSelect={go(tagHref(name))} icon={<Tag />}>
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="text-ink-faint text-xs">{plural(all, 'conversation')}</span>
                </Item>
              ))}
            </Heading>
          )}
          {typed ? (
            <InMemory
              hits={hits}
              typed={typed}
              to={(hit) => go(stale ? searchHref(typed) : pageHref(hit))}
              all={go(searchHref(typed))}
            />
          ) : (
            named
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

/** Keeps the first item selected while results arrive above it, until the person moves to another item. */
function useSelection(query: string) {
  const items = useRef<HTMLDivElement>(null)
  const [value, setValue] = useState('')
  const movedIn = useRef<string | null>(null)
  useLayoutEffect(() => {
    const all = [...(items.current?.querySelectorAll('[cmdk-item]') ?? [])]
    const values = all.map((item) => item.getAttribute('data-value') ?? '')
    if (movedIn.current !== query || !values.includes(value)) setValue(values[0] ?? '')
  })
  const onMove = () => {
    movedIn.current = query
  }
  const onKeyDown = ({ key, ctrlKey }: KeyboardEvent) => (key.length > 1 || ctrlKey) && onMove()
  return { items, value, onValueChange: setValue, onKeyDown, onPointerMove: onMove }
}

type InMemoryProps = {
  hits: SearchHit[]
  typed: string
  to(hit: SearchHit): () => void
  all: () => void
}

/** The best hits and a link to all; hits of an earlier query link to the search for the current one. */
function InMemory({ hits, typed, to, all }: InMemoryProps) {
  const format = useFormat()
  return (
    <Heading title="In memory">
      {hits.map((hit) => (
        <Item
          key={searchHitKey(hit)}
          value={`memory ${searchHitKey(hit)}`}
          onSelect={to(hit)}
          icon={<TextSearch />}
        >
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 break-words">
              <Marked excerpt={hit.excerpt} />
            </span>
            <span className="block truncate text-ink-faint text-xs">
              {[...placeWords(hit, format), hit.conversationTitle].filter(Boolean).join(' · ')}
            </span>
          </span>
        </Item>
      ))}
      <Item value="search everything" onSelect={all} icon={<Search />}>
        <span className="min-w-0 truncate">Search everything for “{typed}”</span>
      </Item>
    </Heading>
  )
}

const holds = (name: string, typed: string) => name.toLocaleLowerCase().includes(typed.toLocaleLowerCase())
/** Whether every typed word begins a word of the name. */
const begins = (name: string, typed: string) => {
  const words = name.toLocaleLowerCase().split(/\s+/)
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const Heading = ({ title, children }: { title: string; children: ReactNode }) => (
  <Command.Group
    heading={title}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:text-xs"
  >
    {children}
  </Command.Group>
)

type ItemProps = { value: string; onSelect: () => void; icon: ReactNode; children: ReactNode }
const Item = ({ value, onSelect, icon, children }: ItemProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 pointer-coarse:min-h-11 data-[selected=true]:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
  >
    {icon}
    {children}
  </Command.Item>
)
