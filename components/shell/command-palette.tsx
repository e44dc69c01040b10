'use client'
import { Command } from 'cmdk'
import { CircleHelp, Download, FileDown, MessageSquare, Moon, SquarePen, Sun } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTheme } from 'next-themes'
import { type ReactNode, useState } from 'react'
import { downloadEverything } from '../transfer/download'
import { Dialog } from '../ui/dialog'
import { RelativeTime } from '../ui/relative-time'
import { IMPORT_PAGE, PLACES } from './places'
import { useShell } from './shell-context'
import { useFoundConversations } from './use-found-conversations'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onHelp: () => void }
const RECENT = 8

/** Conversations, places and actions, by typing. */
export function CommandPalette({ open, onOpenChange, onHelp }: Props) {
  const router = useRouter()
  const { setTheme, resolvedTheme } = useTheme()
  const { conversations } = useShell()
  const [query, setQuery] = useState('')
  const found = useFoundConversations(query)
  const list = query.trim() ? (found ?? conversations) : conversations.slice(0, RECENT)
  const run = (action: () => void) => () => {
    onOpenChange(false)
    setQuery('')
    action()
  }
  const go = (href: string) => run(() => router.push(href))
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search" bare>
      <Command label="Search conversations, places and actions" loop className="flex flex-col">
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Search conversations, places and actions"
          className="h-12 border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-ink-faint"
        />
        <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-8 text-center text-ink-soft">Nothing has “{query}” in its name.</Command.Empty>
          <Heading title="Conversations">
            {list.map((conversation) => (
              <Item key={conversation.id} value={`${conversation.title} ${conversation.id}`} onSelect={go(`/c/${conversation.id}`)} icon={<MessageSquare />}>
                <span className="min-w-0 flex-1 truncate">{conversation.title || 'New conversation'}</span>
                <RelativeTime at={conversation.updatedAt} className="text-ink-faint text-xs" />
              </Item>
            ))}
          </Heading>
          <Heading title="Places">
            {PLACES.map(({ name, href, icon: Icon }) => (
              <Item key={href} value={`go to ${name}`} onSelect={go(href)} icon={<Icon />}>
                {name}
              </Item>
            ))}
          </Heading>
          <Heading title="Actions">
            <Item value="new conversation" onSelect={go('/')} icon={<SquarePen />}>
              New conversation
            </Item>
            <Item value="import conversations history chatgpt claude" onSelect={go(IMPORT_PAGE)} icon={<FileDown />}>
              Import conversations
            </Item>
            <Item value="export everything download" onSelect={run(downloadEverything)} icon={<Download />}>
              Export everything
            </Item>
            <Item value="switch theme light dark" onSelect={run(() => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark'))} icon={resolvedTheme === 'dark' ? <Sun /> : <Moon />}>
              Switch to the {resolvedTheme === 'dark' ? 'light' : 'dark'} theme
            </Item>
            <Item value="keyboard help shortcuts" onSelect={run(onHelp)} icon={<CircleHelp />}>
              Keyboard help
            </Item>
          </Heading>
        </Command.List>
      </Command>
    </Dialog>
  )
}

const Heading = ({ title, children }: { title: string; children: ReactNode }) => (
  <Command.Group
    heading={title}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:text-xs"
  >
    {children}
  </Command.Group>
)

const Item = ({ value, onSelect, icon, children }: { value: string; onSelect: () => void; icon: ReactNode; children: ReactNode }) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 data-[selected=true]:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
  >
    {icon}
    {children}
  </Command.Item>
)
