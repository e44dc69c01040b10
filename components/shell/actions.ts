'use client'
import * as access from '@/app/actions/access'
import * as changes from '@/app/actions/changes'
import * as conversations from '@/app/actions/conversations'
import * as settings from '@/app/actions/settings'
import * as storage from '@/app/actions/storage'
import * as usage from '@/app/actions/usage'
import { safely } from '../ui/call-action'

export const server = safely({ ...access, ...changes, ...conversations, ...settings, ...storage, ...usage })
