import { shellConfig } from '@taller/release/federation/shell-config';

export default shellConfig();
