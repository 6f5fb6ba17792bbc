import { remoteConfig } from '@taller/release/federation/remote-config';

export default remoteConfig({ name: 'mfe-inventory', modules: ['routes'] });
