import { Command } from 'cmdk'
import { Plus, Tag } from 'lucide-react'
import { useState } from 'react'
import { MAX_TAG_CHARS, type TagDto, tagKey, tagSchema } from '@/lib/shared/tags'
import { useFormat } from '../ui/words/use-format'

type Props = { all: TagDto[]; tags: string[]; onAdd(tag: string): Promise<boolean> }
const ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint'

export function TagPicker({ all, tags, onAdd }: Props) {
  const { plural } = useFormat()
  const [typed, setTyped] = useState('')
  const name = tagSchema.safeParse(typed).data ?? null
  const has = new Set(tags.map(tagKey))
  const suggested = all.filter(
    (tag) => !has.has(tagKey(tag.name)) && (!name || tagKey(tag.name).includes(tagKey(name))),
  )
  const isNew = name && !has.has(tagKey(name)) && !all.some((tag) => tagKey(tag.name) === tagKey(name))
  const add = (tag: string) => {
    setTyped('')
    // What was typed comes back if it could not be added.
    void onAdd(tag).then((added) => added || setTyped((now) => now || tag))
  }
  return (
    <Command label="Add a tag" shouldFilter={false} loop className="flex flex-col gap-1">
      <Command.Input
        autoFocus
        value={typed}
        onValueChange={setTyped}
        maxLength={MAX_TAG_CHARS}
        placeholder="Add a tag"
        className="h-9 pointer-coarse:h-11 w-full rounded-md border border-line-strong bg-raised px-3 text-sm outline-none placeholder:text-ink-faint focus-visible:border-accent"
      />
      <Command.List label="Tags to add" className="max-h-56 overflow-y-auto">
        {suggested.map((tag) => (
          <Command.Item
            key={tag.name}
            value={`tag ${tag.name}`}
            onSelect={() => add(tag.name)}
            className={ITEM}
          >
            <Tag aria-hidden />
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
            <span className="text-ink-faint text-xs">{plural(tag.all, 'conversation')}</span>
          </Command.Item>
        ))}
        {isNew && (
          <Command.Item value="new tag" onSelect={() => add(name)} className={ITEM}>
            <Plus aria-hidden />
            <span className="min-w-0 truncate">Create “{name}”</span>
          </Command.Item>
        )}
      </Command.List>
      {suggested.length === 0 && !isNew && (
        <p className="text-ink-soft">
          {name ? 'This conversation has that tag already.' : 'Type a name and press Enter to create a tag.'}
        </p>
      )}
    </Command>
  )
}
