import { z } from 'zod'
import { analyzeTopic, contextFor, listConversations } from '@/lib/services/outside/context'
import { factsFor } from '@/lib/services/outside/facts'
import { fetchMemory } from '@/lib/services/outside/fetch'
import { recallFor } from '@/lib/services/outside/recall'
import { remember } from '@/lib/services/outside/remember'
import { search } from '@/lib/services/outside/search'
import {
  contextArgs,
  factsArgs,
  fetchArgs,
  listArgs,
  recallArgs,
  rememberArgs,
  searchArgs,
  topicArgs,
} from '@/lib/shared/memory/outside'
import { askTool } from './ask-tool'
import { forgetTool } from './forget-tool'
import { type McpTool, toolOf } from './tool'

const text = z.string()
const link = z.object({ id: text, url: text })
const textOf = ({ text }: { text: string }) => text

export const USUAL: readonly McpTool[] = [
  toolOf(
    {
      name: 'search',
      description: 'Finds memories by words.',
      ...{ scope: 'read', reads: true, input: searchArgs },
      output: z.object({ results: z.array(link.extend({ title: text })) }),
    },
    search,
  ),
  toolOf(
    {
      name: 'fetch',
      description: 'One memory in full, by id.',
      ...{ scope: 'read', reads: true, input: fetchArgs },
      output: link.extend({ title: text, text, metadata: z.record(text, text) }),
    },
    fetchMemory,
  ),
  toolOf(
    {
      name: 'recall',
      description:
        'Quotes what was said on a question, with date, speaker and what changed later. after, before: 2026-03-01 or "last spring".',
      ...{ scope: 'read', reads: true, input: recallArgs },
      output: z.object({ text, results: z.array(link) }),
      text: textOf,
    },
    recallFor,
  ),
  toolOf(
    {
      name: 'facts',
      description:
        'Current facts, since when, and the value before. subject "user" = the person; at: a time.',
      ...{ scope: 'read', reads: true, input: factsArgs },
      output: z.object({
        facts: z.array(
          link.extend({
            ...{ subject: text, predicate: text, value: text, since: text },
            ...{ before: text.optional(), until: text.optional() },
          }),
        ),
      }),
      text: textOf,
    },
    factsFor,
  ),
  toolOf(
    {
      name: 'remember',
      description:
        'Stores content, or messages of a chat, as unconfirmed. The same key is stored once. replaces: id of a fact; content is then its new value, proposed to the person.',
      ...{ scope: 'write', input: rememberArgs },
      output: link.extend({ status: text, proposal: text.optional() }),
    },
    remember,
  ),
  forgetTool,
]

/** Behind `?tools=all`. */
export const FURTHER: readonly McpTool[] = [
  toolOf(
    {
      name: 'context',
      description: 'Who the person is and what is going on. Call it once, at the start.',
      ...{ scope: 'read', reads: true, input: contextArgs, output: z.object({ text }), text: textOf },
    },
    contextFor,
  ),
  toolOf(
    {
      name: 'list_conversations',
      description: 'The latest conversations, or those whose title or tag matches.',
      ...{ scope: 'read', reads: true, input: listArgs },
      output: z.object({
        conversations: z.array(link.extend({ title: text, updated: text, turns: z.number() })),
      }),
    },
    listConversations,
  ),
  toolOf(
    {
      name: 'analyze_topic',
      description: 'Everything memory holds on a topic: facts, turns, summaries.',
      ...{ scope: 'read', reads: true, input: topicArgs, output: z.object({ text }), text: textOf },
    },
    analyzeTopic,
  ),
  askTool,
]
