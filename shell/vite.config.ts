import { shellConfig } from '@taller/tooling/federation/shell-config';

export default shellConfig();
