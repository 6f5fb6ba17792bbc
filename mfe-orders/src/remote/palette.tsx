import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { Palette } from '#src/features/palette/palette.tsx';

export const remote = defineRemote({ name: 'mfe-orders', build: __REMOTE_BUILD__, Widget: Palette });
