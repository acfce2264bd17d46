/** Boards without a server, for working on their design: `npm run dev`, then /gallery.html?game=mandala&at=3&theme=dark. */
import { mount } from 'svelte';
import { loadTexts } from '../i18n/texts.svelte.ts';
import '../ui/theme.css';
import Gallery from './Gallery.svelte';

void loadTexts().then(() => mount(Gallery, { target: document.getElementById('app')! }));
