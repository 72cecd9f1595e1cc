import type { GuideTexts } from "./chapters";

export const SPANISH: GuideTexts = {
  chapters: {
    start: "Primeros pasos",
    monitoring: "Supervisión",
    exceptions: "Excepciones y alarmas",
    goods: "Productos y lotes",
    orders: "Órdenes de trabajo",
    analysis: "Análisis",
    organisation: "Organización",
    carriers: "Puntos de control",
    devices: "Dispositivos",
    accounts: "Cuentas",
    system: "Sistema",
    logs: "Registros",
  },
  topics: {
    first_steps: [
      "Para empezar",
      `
Un **punto de control** es lo que se mantiene frío: un refrigerador, una cámara frigorífica, un vehículo. Un **dispositivo** mide en él. Un **rango** define qué valores se admiten. Fuera de él empieza una **excepción**, y un **disparador de alarma** define a quién se avisa.

## Un día normal
1. Abra el [inicio](/home). La frase superior indica si todo está en orden.
2. Si no, abra la excepción, compruebe la situación y pulse **Reconocer**, con un comentario. Los avisos dejan de repetirse.
3. Cuando los valores se normalicen, pulse **Registrar causa y medida**.

## Puesta en marcha
- [El asistente](#setup_wizard) guía un dispositivo nuevo hasta la primera lectura.
- Después, los [rangos](#ranges), los [contactos](#contacts) y [un disparador](#alarm_triggers).
- Por último, pulse **Enviar alarma de prueba**: al final del asistente, en el inicio o desde la página del punto de control.

## Buscar
- **Ctrl K** busca páginas, puntos de control y dispositivos desde cualquier lugar.
- El **?** de la barra superior explica la página actual.
- Su rol define qué páginas ve. Si falta una, consulte a su administrador.
`,
    ],
    colours: [
      "Qué significan los colores",
      `
Cada color va acompañado de un icono o una palabra.

- {normal|Normal} Todos los valores están en su rango.
- {warning|Advertencia} Revíselo pronto: una alerta temprana, una calibración que vence.
- {above|Sobre el máximo} Un valor supera su límite superior.
- {below|Bajo el mínimo} Un valor está por debajo de su límite inferior. La congelación puede dañar más que el calor.
- {critical|Crítico} Actúe de inmediato.
- {offline|Sin conexión} No llegan datos desde hace demasiado tiempo. El último valor puede no ser actual.
- {paused|En pausa} Las alarmas están desactivadas o en pausa, o el punto de control no está en uso.

Un valor en gris no es actual: al lado se indica su antigüedad. Cuando un valor cambia, su fondo se ilumina una vez.

El indicador de la barra superior muestra la conexión: mientras diga «en vivo», todo se actualiza automáticamente.
`,
    ],
    lists: [
      "Listas, vistas y teclas",
      `
Todas las listas funcionan igual.

## Filtros
- Escriba en el campo de búsqueda: la lista se actualiza de inmediato.
- Cada filtro en uso es una etiqueta con su propio control. **Añadir filtro** ofrece los demás; la cruz quita uno y **Restablecer** los quita todos.
- La dirección de la página contiene los filtros: compártala o vuelva atrás en el navegador.

## Vistas guardadas
**Vistas**, junto a los filtros, los guarda con un nombre para esta lista.
- Una vista es privada. Las cuentas con acceso a todo el cliente pueden compartirla con todos sus usuarios.
- Una vista no muestra más de lo que permite su rol.

## Archivos
**Exportar** genera un archivo con todas las páginas de la lista, y se puede [programar](#export_tasks). Consulte [exportaciones y descargas](#downloads).

## Teclas
- **Ctrl K** busca páginas, puntos de control y dispositivos. **?** muestra los atajos de esta página.
- **/** va al campo de búsqueda, **J** y **K** a la fila siguiente y anterior, **Intro** la abre, **X** la selecciona y **C** crea un registro.
- **G** y una letra van a una página.
- Los atajos de una sola tecla no actúan mientras escribe, y se pueden desactivar en ese mismo panel.
`,
    ],
    home: [
      "Inicio",
      `
La primera página responde a una pregunta: ¿está todo bien? La frase superior cuenta los puntos de control supervisados y nombra los que tienen una excepción.

## Qué hacer después
- Un punto de control con color: púlselo para ver sus valores en vivo y la excepción abierta.
- **Últimas excepciones**: reconózcalas aquí o ábralas todas.
- Las cifras grises son puntos de control sin datos. Revise primero la alimentación y la pasarela.

## Cambiar la página
Hay cinco estilos: mapa, lista, estadísticas, sensores y paneles. Elija uno en **Ajustes de inicio**, en el menú de su nombre. Solo cambia en su cuenta. En un panel se organizan las tarjetas.
`,
    ],
    list_data: [
      "Datos en lista",
      `
Todos los puntos de control con sus valores en vivo, lo más grave primero. Se actualizan automáticamente.

- La barra superior cuenta por estado; pulse una cifra para ver solo esos.
- La línea bajo un nombre indica el motivo, por ejemplo «temperatura por encima de 8 °C desde hace 12 min».
- {paused|En pausa} significa que no se avisa a nadie, aunque siguen llegando valores.

## Qué hacer después
1. Pulse una fila para la ventana en vivo, o el icono del gráfico para el [historial](#history).
2. Seleccione varias filas para comparar sus curvas.
3. La campana activa, desactiva o pausa la alarma, hasta 7 días. Se pide un motivo y queda registrado.

Si el orden cambia mientras lee, un botón permite actualizarlo: las filas no se mueven solas.
`,
    ],
    map_data: [
      "Datos en mapa",
      `
Posición de los puntos de control, con el color de su estado. Un número agrupa varios: pulse para acercar. El color es el del estado más grave.

- Los vehículos aparecen en su última posición y se mueven al llegar posiciones nuevas.
- Los puntos de control fijos aparecen en la posición introducida, o en el nodo de mapa de su lugar.
- Los que no tienen posición se cuentan junto al mapa.

Pulse un punto de control para ver sus valores, su excepción y los enlaces a su recorrido e historial.
`,
    ],
    live_data: [
      "Datos en vivo de un punto de control",
      `
Un punto de control en tiempo real: valores con sus límites, la curva de las últimas horas, puerta y alimentación, y excepciones abiertas.

- Las líneas discontinuas son los límites. Los valores fuera de ellos se sombrean en {above|naranja} o {below|azul}.
- Una interrupción en la curva es tiempo sin datos, no un valor de 0.
- La señal y la batería del sensor están junto al valor.

Si un valor está en gris, revise cuándo llegó. Después compruebe la batería del sensor y su pasarela en [dispositivos](#devices).
`,
    ],
    history: [
      "Historial",
      `
Lecturas de uno o más puntos de control en cualquier periodo: gráfico, tabla, cifras y archivo.

## Leer el gráfico
- Use la rueda o pellizque para ampliar; arrastre para desplazar. Los datos con más detalle se cargan automáticamente.
- En periodos largos, una banda muestra el mínimo y el máximo detrás de la media: ningún pico se oculta.
- Las interrupciones quedan sin línea. Las partes sombreadas están fuera de rango.

## Cifras
Mínimo, máximo, media, tiempo fuera de rango, completitud y **temperatura cinética media**, que pondera más las horas cálidas, según su efecto en los medicamentos.

## Qué hacer después
- Exporte el periodo como archivo para una inspección.
- Los valores descartados por una regla aparecen tachados y no cuentan.
- Los archivos de registradores se pueden superponer a la curva; se marcan como importados.
`,
    ],
    downloads: [
      "Exportaciones y descargas",
      `
**Exportar**, encima de una lista, un recorrido o el historial, genera un archivo con todas las páginas de la lista: CSV para cualquier programa, Excel para una hoja de cálculo.

- El navegador guarda un archivo pequeño en segundos. Uno grande se genera en segundo plano; la barra superior muestra el avance y puede seguir trabajando.
- [Descargas](/download) contiene todos sus archivos: descárguelos de nuevo, cancele uno en curso o elimine los que no necesite. Nadie más los ve.
- Un archivo se conserva los días del parámetro **Conservar exportaciones** y después se elimina.
- Si sus permisos cambian antes de generarse el archivo, falla; si cambian después, ya no puede descargarlo.
- Quién creó un archivo y cada descarga figuran en el [registro del sistema](/noti/sysLog), con su suma SHA-256.
`,
    ],
    tracks: [
      "Recorridos y geocercas",
      `
El recorrido de un vehículo muestra su ruta y su temperatura en un mismo eje de tiempo. Se reproduce de 1 a 10 veces la velocidad; incluye la lista de paradas.

Una **geocerca** es una zona: un círculo o un polígono. La consola registra cuándo entra o sale un vehículo.

1. Dibuje la zona en el mapa y póngale nombre.
2. Elija a qué vehículos se aplica.
3. Sus eventos aparecen debajo y en el recorrido. Una zona nueva o modificada se evalúa también con las posiciones guardadas.
4. Para avisar a alguien, añada a un disparador una condición de geocerca: entra o sale, y durante cuánto tiempo.

¿Sin posiciones? El sensor necesita GPS, y las posiciones deben estar activadas en el vehículo.
`,
    ],
    device_data: [
      "Datos de dispositivos",
      `
Todos los dispositivos por estado, para detectar fallos antes de perder lecturas.

- {offline|Sin conexión} Sin datos durante más tiempo del que permite su intervalo de envío.
- {warning|Advertencia} Señal débil, batería baja o una calibración que vence.
- Si una pasarela no responde, tampoco llegan datos de los sensores conectados a través de ella: empiece por la pasarela.

Abra un dispositivo para ver su conexión, su configuración y dónde está montado.
`,
    ],
    overview: [
      "Pantalla mural",
      `
Para una pantalla en la pared: cifras grandes, lo más grave primero, legible a dos metros.

- Pulse pantalla completa y déjela en marcha. No requiere intervención.
- Si todo está en verde, no hay nada que hacer. Si algo tiene otro color, al lado aparecen su nombre y el motivo.
- Si se pierde la conexión, la página lo indica y se restablece automáticamente.

Use para la pantalla una cuenta propia con pocos permisos: otro inicio de sesión con su cuenta podría cerrar el primero.
`,
    ],
    query_codes: [
      "Códigos de consulta",
      `
Un **código de consulta** muestra un punto de control o un sensor a personas sin cuenta: un paciente, un conductor, un inspector, un cliente. Escanean un código QR o abren un enlace, sin instalar nada ni iniciar sesión.

## Crear códigos
1. **Nuevo código** y luego el tipo: el **registro** de un periodo, una vista **en vivo** o una **pantalla mural** de un lugar.
2. Elija puntos de control o sensores; cada uno recibe su propio código, hasta 100 a la vez.
3. Elija el contenido visible. Lo que no se marca no está en la página, ni siquiera en su código fuente.
4. Indique cuánto tiempo es válido. Un **PIN** y un número de **aperturas** aumentan la protección.
5. Imprima las etiquetas o copie el enlace. Las etiquetas se pueden volver a imprimir.

## Controlar códigos
- Pulse un código para ver sus **aperturas**: cuándo, desde qué dirección, y los intentos con un PIN incorrecto.
- **Revocar** lo anula de inmediato, también en las pantallas abiertas.
- {normal|Activo} {paused|Caducado, agotado, revocado}

La **verificación** de un registro es la huella de todas sus lecturas. El archivo incluido tiene la misma huella, para comprobar que nada ha cambiado.

Una pantalla mural funciona sin iniciar sesión hasta que se revoca, y se restablece automáticamente tras un reinicio.
`,
    ],
    exception_records: [
      "Excepciones: reconocer y tratar",
      `
Una excepción es el registro de un problema: inicio y fin, magnitud, duración y a quién se avisó.

## Dos preguntas
- ¿Sigue en curso? **Abierta** o **resuelta**. Solo depende de los valores.
- ¿La ha visto alguien? Pulse **Reconocer**, con un comentario y, si la conoce, con la causa. Los avisos dejan de repetirse y no se avisa a los niveles siguientes. Antes se muestran el valor, los límites, la tendencia y a quién se avisa después. Se puede reconocer donde aparece una excepción abierta: aquí, en la página de inicio, en la página del punto de control, en su ventana en vivo, en un aviso emergente y con el enlace de un mensaje.

## Tratarla
Cuando termine, pulse **Registrar causa y medida**: elija la causa, escriba qué se hizo e indique si fue confirmada, sospechosa o no fue una excursión real. Queda **tratada**, y se puede cerrar o reabrir.

Seleccione varias filas para reconocerlas, tratarlas o eliminarlas a la vez: todas o ninguna.

## Eliminar
Una excepción terminada se puede eliminar con un motivo, salvo que su cierre esté firmado. Deja de aparecer en las listas y recuentos; los informes, los archivos mensuales, las estadísticas y la auditoría la conservan. Para verla, ponga **Eliminadas** en **Mostrar también**.

## Gravedad
Las {critical|críticas} y graves van primero. La gravedad es la del disparador de alarma.

Las causas se gestionan en [causas de excepción](/abnormal/abnormalcause). La última no se puede eliminar.
`,
    ],
    alarm_triggers: [
      "Disparadores de alarma",
      `
Un disparador define cuándo hay una alarma, a quién se avisa y cuándo. Un punto de control tiene uno como máximo; sin él no da alarmas.

1. Elija la gravedad.
2. Añada condiciones: límites, tiempo acumulado fuera, sin datos, puerta o alimentación, alerta temprana o geocerca.
3. Asigne a cada una su retardo. De cinco a diez minutos evitan avisos cuando la puerta se abre un momento.
4. Elija días y horas.
5. Defina el plan de avisos: minutos tras el inicio, un nivel de un grupo de contactos o el [personal de guardia](#duty_rota), canales, repeticiones. Entre filas hay más de 30 minutos; una posterior se omite si alguien ha reconocido la alarma.
6. Asígnelo a puntos de control y simule 30 días: muestra qué alarmas habría dado.
7. **Enviar alarma de prueba**, en la página del punto de control junto a su plan de avisos: muestra a quién se avisaría ahora, a quién no y por qué, y sigue cada entrega. Los mensajes dicen que son una prueba; no se genera ninguna excepción.

**Conexión y alimentación** (sobre la lista) no necesita disparador: se supervisan todos los dispositivos en uso y las pasarelas que comunican un corte de alimentación; un dispositivo que envía datos más despacio de lo acordado genera una advertencia. Defina ahí la gravedad y a quién se avisa; sin filas, los usuarios conectados ven un aviso emergente. Se puede desactivar.

Más en [cómo funcionan los disparadores](/atinstruction).
`,
    ],
    alarm_record: [
      "Registro de alarmas",
      `
El [registro de alarmas](/arch/alarmRecord) muestra las alarmas de un lugar en el tiempo y qué cliente tenía los dispositivos en cada momento.

1. Elija un nodo o un punto de control, y un periodo.
2. Las franjas muestran qué dispositivo estuvo allí y cuándo: propio, recibido o cedido, con sus alarmas.
3. Cada alarma indica quién tenía su dispositivo al empezar. Su nombre lleva a todas las alarmas de ese punto de control.
`,
    ],
    silences: [
      "Silencios por mantenimiento",
      `
Un silencio suprime las alarmas durante un tiempo planificado: desescarche, limpieza, traslado. Las lecturas se registran como siempre.

1. Indique qué se silencia: un lugar, puntos de control o un disparador.
2. Indique desde y hasta cuándo, y el motivo.
3. Termina automáticamente. Finalícelo antes si el trabajo termina antes.

> Para un solo punto de control y de inmediato, la campana de [datos en lista](#list_data) es más rápida.
`,
    ],
    invalid_data: [
      "Reglas de datos no válidos",
      `
A veces un sensor envía valores imposibles: un valor de fallo como −127 °C o un salto de 40 grados en un minuto. Una regla los detecta.

- Esas lecturas se guardan, aparecen tachadas y no cuentan para alarmas ni cifras.
- No se pierde nada: una lectura se puede restaurar.
- Una regla se puede aplicar a las lecturas guardadas; la vista previa muestra a cuántas afectaría.

Defina reglas estrictas. Una excursión real nunca debe tratarse como un fallo.
`,
    ],
    lots: [
      "Productos y lotes",
      `
Un **producto** define qué temperaturas se permiten y durante cuánto tiempo; un **lote** es una partida de ese producto. Para cada lote hay una respuesta: **¿se puede usar?**

- {normal|Se puede usar}: todo su tiempo cumple lo que permite el producto.
- {warning|Cuarentena}: sigue fuera de rango, estuvo a una temperatura no prevista por el producto o pasó demasiado tiempo sin valores medidos. Sepárelo hasta que una persona decida.
- {critical|No usar}: caducó, se congeló o estuvo fuera de rango más tiempo del permitido.

## Colocar lotes
1. Cree primero el [producto](/goods/product). Los valores predefinidos son cifras publicadas con su fuente; la referencia es la etiqueta.
2. Registre el [lote](/goods/lot) y elija o escanee su punto de control, o importe una hoja de cálculo.
3. Para moverlo, elija el nuevo punto de control: la colocación anterior termina.

## El cálculo
- El tiempo se suma a partir de los valores medidos en todos los puntos de control. De varias sondas cuenta, para cada límite, la que lo superó durante más tiempo.
- El tiempo no observado nunca cuenta como conforme. Se indica aparte.
- La temperatura cinética media es la de la peor ventana: 30 días o 24 horas. No la hay con menos del 90 % observado ni tras una congelación.

## Decidir
**Liberar**, **desechar**, **consultar al fabricante** y **devolver minutos** requieren un motivo y una firma. Una excursión posterior cambia de nuevo la respuesta.
`,
    ],
    transports: [
      "Transportes",
      `
Un **transporte** lleva mercancía de un remitente a un destinatario. Incluye sus paradas, su vehículo, sus lotes y la temperatura durante el viaje.

## Del plan a la entrega
1. Planifíquelo en [Transportes](/goods/transport): paradas con lugar y hora, el vehículo, los lotes. Un sistema de almacén puede enviarlo con POST /service/transport; también se importa una hoja, o lo inicia una [geocerca](/databoard/geofence) cuando un vehículo sale de ella.
2. **Cargar** demuestra que el vehículo estuvo en rango durante el tiempo exigido.
3. La salida y la llegada se detectan por las posiciones. También se pueden introducir manualmente.
4. El [panel](/goods/transportBoard) muestra todo lo que está en camino: lugar, temperatura, tiempo hasta salir del rango, llegada prevista y retraso. Lo que requiere atención va primero.

## El código de transporte
La ficha lleva un código QR. El receptor lo escanea, ve el viaje y elige **Aceptar**, **Aceptar con una observación** o **Rechazar**, con nombre y firma, sin cuenta. Sin conexión, la respuesta queda en el teléfono y se envía después, una sola vez.

- Ficha perdida: **Código nuevo** anula el impreso.
- La respuesta está firmada. Si cambia después, el transporte lo indica.
- Si el receptor rechaza o deja una observación, quien planificó el transporte y el remitente, si se indicó su correo, reciben un aviso de inmediato.
- **Informe (PDF)** en el expediente de un transporte reúne en un documento el trayecto, las lecturas, los lotes y la entrega.

## Estado de la carga
- {normal|Utilizable}: cada minuto se midió y estuvo en rango, o todos los lotes son utilizables.
- {warning|En cuarentena}: estuvo fuera de rango o sin medición.
- {critical|No utilizable}: al menos un lote no debe usarse.
`,
    ],
    work_orders: [
      "Órdenes de trabajo",
      `
Una **orden de trabajo** es un trabajo pendiente en un punto de control, un dispositivo o un lugar.

## De la alarma a la reparación
1. Abra una [excepción](/abnormal/dataex), pulse **Orden de trabajo** y luego **Crear**: se adjuntan el punto de control, el dispositivo y la excepción. Las demás se crean en [Órdenes de trabajo](/order/workOrder).
2. La persona asignada recibe un mensaje. Sin asignación, corresponde a la primera persona que pulsa **Aceptar**.
3. En el lugar: tome fotos, escriba un comentario y pulse **Terminar** con lo que se hizo.
4. Quien la creó elige **Confirmar** o **Devolver**, y la valora con estrellas.

- [Mi ronda](/order/round) muestra sus trabajos pendientes, por sede y lugar.
- Se envía un mensaje antes del vencimiento y otro al vencer.
- **Cancelar orden** requiere un motivo. Una orden aceptada queda registrada.
- Cada número de las [estadísticas](/order/workOrderStatistic) lleva a sus órdenes.
`,
    ],
    work_order_rules: [
      "Reglas de órdenes de trabajo",
      `
Una **regla** crea órdenes automáticamente: por una excepción sin tratar, un dispositivo sin conexión, una calibración que vence, una batería baja o una verificación por vencer.

- Hay una orden abierta por causa como máximo.
- Una regla tiene una persona o un grupo y un plazo. Se puede desactivar en cualquier momento; sus órdenes se conservan.
`,
    ],
    verifications: [
      "Verificaciones",
      `
Una **verificación** (mapeo) mide una cámara frigorífica, un vehículo, una caja o un refrigerador en muchos puntos a la vez: la temperatura en cada posición y cuánto tiempo se mantiene dentro de los límites.

1. [Nueva verificación](/arch/verificationTask): punto de control, límites, muestreo y duración.
2. **Planificar**: indique el tamaño, elija puntos predefinidos, use los propuestos, muévalos y asigne a cada uno un dispositivo calibrado. No se inicia con pocos puntos, un dispositivo en dos verificaciones o una calibración que vence antes.
3. **Iniciar**. El registro empieza cuando todos los dispositivos han enviado datos. Anote cuándo se abrió una puerta o se cortó la alimentación.
4. Al terminar, las lecturas se congelan con un hash. Añada las aperturas y los cortes que falten, revise las cifras, compárelas con la última y pulse **Confirmar resultado**. El **informe** contiene plano, cifras y mapas, y se firma.

- **Desviación**: valor más alto y más bajo menos la consigna. **Fluctuación**: ± la mitad del mayor cambio en un punto. **Uniformidad**: diferencia media entre puntos.
- [Verificaciones por vencer](/arch/verificationDue) muestra lo que vence y lo que no se superó y hay que repetir; una [regla](/order/workOrderRule) puede crear la orden de trabajo.
- Los [puntos predefinidos](/arch/verificationPreset) proceden de fuentes secundarias: compruébelos con la norma aplicable.
`,
    ],
    monitor_tasks: [
      "Tareas de supervisión",
      `
Una **tarea de supervisión** comprueba con regularidad qué dispositivos están sin conexión: sensores según su radio, pasarelas, pantallas o repetidores.

1. En [Tareas de supervisión](/arch/task), pulse **Nueva tarea de supervisión** y elija qué busca y dónde.
2. Elija los días (una vez, diaria, semanal, mensual), la hora y el intervalo con que se repite.
3. Elija las consecuencias: una excepción, un mensaje a contactos, una orden de trabajo. Sin ninguna, los hallazgos solo se registran.

- **Ejecutar ahora** comprueba de inmediato. Una tarea en marcha no se puede eliminar: deténgala primero.
- Cada ejecución nombra los dispositivos sin conexión; [Hallazgos de supervisión](/arch/taskFinding) reúne los de todas las tareas. Llevan al dispositivo, al punto de control, a la excepción y a la orden de trabajo.
- Un dispositivo conectado a través de una pasarela sin conexión no tiene consecuencias: se trata la pasarela.
- Cada periodo sin conexión tiene una excepción y una orden de trabajo abierta, sin duplicados.
- Las comprobaciones omitidas con el sistema parado se indican en la ejecución siguiente. Las ejecuciones se conservan 90 días.
`,
    ],
    statistics: [
      "Estadísticas",
      `
Resultados de un periodo: cifras por lugar, tipo, punto de control o sonda, ponderadas por el tiempo de validez de cada valor.

- La **conformidad** es el tiempo en rango ÷ el tiempo observado. Las interrupciones no cuentan; la **completitud** indica cuánto se observó.
- **MKT** es la temperatura cinética media de todo el periodo mostrado. No la hay con menos del 90 % observado ni por debajo de 0 °C.
- Las flechas comparan con el periodo anterior de igual duración.
- Un nombre lleva al nivel siguiente: del lugar a sus puntos de control, a sus sondas, a las lecturas.
- **Horas por días** muestra cuándo hay valores fuera de rango. Se recorre con las flechas del teclado.

Guarde una selección para abrirla de nuevo; también se puede compartir.
`,
    ],
    detail_data: [
      "Datos detallados",
      `
Los valores de hasta 20 sondas en paralelo: cada lectura, o una fila por cada 1, 5 o 30 minutos, hora o día.

1. Elija puntos de control y sondas, y después el periodo.
2. Elija el intervalo y qué valor muestra la celda: el último, la media ponderada por tiempo, el mínimo o el máximo.
3. **Exportar** guarda todas las filas del periodo, de la más antigua a la más reciente.

Una flecha marca un valor fuera de su rango. Las filas sin valores se omiten. Un intervalo corto admite un periodo más corto.
`,
    ],
    guidance: [
      "Guía de análisis",
      `
Qué explica las excepciones de un periodo y qué hacer.

- Cada explicación indica sus cifras y por qué se muestra, y lleva a las excepciones que la respaldan.
- Una regla con pocos datos no muestra nada.
- **Recuentos** muestra lo más frecuente: por causa, hora, puerta, punto de control. La línea acumula los porcentajes.
- Las causas solo se cuentan si se registran: hágalo al [tratar una excepción](#exception_records).
`,
    ],
    export_tasks: [
      "Tareas de exportación",
      `
Una **tarea de exportación** genera un archivo en un horario fijo y lo envía: el historial de unos puntos de control cada lunes, las excepciones de ayer cada mañana, un informe cada mes.

1. Elija qué se exporta y en qué formato; **Programar…**, en cualquier menú **Exportar**, conserva los filtros de esa lista.
2. Elija la frecuencia y el periodo: ayer, la semana pasada, el mes pasado o los últimos días. Se cuenta hacia atrás desde el día de la ejecución, en la zona horaria del cliente.
3. Indique los destinatarios. Un archivo de hasta 10 MB va adjunto; uno mayor se envía como enlace que caduca a los siete días. Sin destinatarios, el archivo solo está en sus [descargas](/download).

- Una tarea se ejecuta con los permisos que su propietario tiene en ese momento. El propietario es quien la guarda. Si la cuenta está dada de baja, la tarea no se ejecuta y lo indica.
- Al pulsar una tarea se ven sus ejecuciones: el resultado, el archivo y a quién se envió.
- Las ejecuciones omitidas con el servidor parado se recuperan, siete como máximo.
- Si una ejecución falla, se avisa por correo a su propietario.
`,
    ],
    reports: [
      "Informes",
      `
Un informe convierte los datos de un periodo en un PDF que se puede firmar, conservar y verificar.

1. **Nuevo informe**: elija tipo, puntos de control, periodo, contenido e idioma. El formulario indica su tamaño.
2. Se genera en segundo plano. Ábralo para ver sus cifras, los datos no incluidos y el motivo.
3. **Firmar como autor**; después otra persona elige **Revisar** y **Aprobar**, o **Rechazar** con un motivo. **Generar de nuevo** hace de un informe rechazado la versión siguiente.

## ¿Es auténtico este archivo?
- Cada página lleva un código QR. Abre, sin iniciar sesión, una página que indica qué documento es y quién lo firmó.
- Suelte allí el archivo: se compara en su propio dispositivo. Se detecta incluso un solo byte modificado.
- Los lectores de PDF también verifican la firma digital de esta instalación.
- Los datos van adjuntos al PDF como archivo CSV.

> El archivo se genera de nuevo tras cada firma. Los archivos anteriores siguen registrados.

## Plantillas
- La pestaña **Plantillas** guarda tipo, puntos de control o lugares, contenido, idiomas, firmas requeridas y un periodo, como la semana pasada.
- **Generar informe** en una fila genera el informe de ese periodo y lo abre. Un lugar incluye todos los puntos de control que contenga en ese momento.
- Si las **firmas requeridas** incluyen una revisión, nadie puede aprobar antes.
- Un informe de **lotes** muestra dónde estuvieron, si se pueden usar según el cálculo, y las decisiones con sus firmas.
`,
    ],
    archives: [
      "Archivos mensuales",
      `
Cada mes pasa a un archivo firmado: todas las lecturas, las excepciones con lo que se hizo, las hojas de registro, los informes, las firmas y el registro de auditoría, en CSV y JSON. Se genera dos días después de terminar el mes, en la zona horaria del cliente.

1. **Archivar un mes** genera uno de inmediato. La lista muestra el avance.
2. Ábralo para ver su tamaño, su SHA-256 y cuántas lecturas llegaron después. **Archivar de nuevo** genera la versión siguiente; las anteriores se conservan.
3. **Verificar** comprueba todas las sumas, la firma y la cadena de auditoría, e indica los errores.

## Compartirlo sin cuenta
- **Crear un enlace**, válido 1, 7 o 30 días, y cópielo. Con él solo se puede descargar este archivo.
- Cada apertura queda en el [registro del sistema](#system_log). Anule el enlace cuando ya no se necesite.

## Sin esta instalación
- README.txt, dentro del archivo, explica cómo verificarlo con programas comunes.
- **npm run backup:verify** no necesita base de datos. Con los archivos de varios meses detecta también un archivo sustituido.

> El plazo de conservación de los archivos es un [parámetro del sistema](#parameters). Sus hashes se conservan siempre.
`,
    ],
    structure: [
      "Estructura organizativa",
      `
El árbol de su organización: sedes, edificios, departamentos, salas. La posición en el árbol determina quién lo ve.

- **Unidad estructural**: edificio, departamento o sala.
- **Plano**: una imagen sobre la que se colocan puntos de control. No admite nodos inferiores.
- **Mapa**: una posición en el mapa.

Añada nodos con los botones de la derecha. Muévalos arrastrando, o con Ctrl+X y Ctrl+V. Un nodo se mueve con sus puntos de control y dispositivos, y puede cambiar quién los ve.

Un nodo con contenido no se puede eliminar: mueva primero su contenido.
`,
    ],
    floor_plans: [
      "Planos",
      `
Un plano muestra los valores en vivo en la posición de los puntos de control.

1. Cree un nodo de plano en la [estructura](#structure) y suba una imagen (JPG o PNG).
2. Abra el editor y arrastre los puntos de control de la lista a su posición. Las flechas mueven con precisión el elegido.
3. Guarde. Hasta entonces todo se puede deshacer.

En la vista en vivo, un punto de control tiene el color de su estado; púlselo para ver sus valores.
`,
    ],
    ranges: [
      "Rangos de control",
      `
Un rango define qué valores se admiten, por ejemplo de 2 a 8 °C para vacunas. Se asigna a puntos de control; fuera de él empieza una excepción.

1. Elija un rango **predefinido** de una norma o introduzca los límites. Uno de los dos como mínimo.
2. Aplíquelo a puntos de control. Un punto de control tiene un rango por magnitud: el nuevo sustituye al anterior.

Un cambio de límites se aplica desde la próxima lectura a todos los puntos de control que lo usan. El formulario indica cuántos. Un rango en uso no se puede eliminar.
`,
    ],
    contacts: [
      "Contactos",
      `
Las personas a las que se avisa de las alarmas. No necesitan cuenta.

- Un **grupo** recibe los avisos en conjunto, por ejemplo «farmacia, noche». Los planes de avisos nombran grupos.
- El **nivel** define el orden: primero el nivel 1. En su lugar, un plan puede avisar al **personal de guardia** según los [turnos de guardia](#duty_rota) del grupo.
- Los canales son correo, SMS, llamada y notificación push. El aviso emergente no necesita contacto: lo ven los usuarios conectados. Solo entregan los canales que su instalación tiene configurados; el [registro de avisos](#notice_log) muestra qué falló y por qué.
- Las **notificaciones push** son para contactos importados de un usuario, que las activa en su perfil.
- El horario de silencio aplaza los mensajes hasta que termina.

## PIN y respuestas
Con un **PIN** de 4 a 8 dígitos, el contacto reconoce alarmas sin la consola:

- SMS: responda como indica el mensaje, por ejemplo \`OK 7K 4711\`: el código del mensaje y después el PIN. No importan el orden, las mayúsculas ni la palabra PIN.
- Llamada: pulse 1 y después el PIN y la tecla almohadilla.

Cinco PIN incorrectos lo bloquean 15 minutos. Nadie puede leer un PIN, y el [registro del sistema](#system_log) indica cuándo se cambió. Las respuestas necesitan un proveedor que las reenvíe: consulte [canales de avisos](#notice_channels).

**Importar usuarios** añade sus cuentas como contactos. Envíe una prueba a cada contacto nuevo.
`,
    ],
    duty_rota: [
      "Turnos de guardia",
      `
Quién de un grupo de contactos está de guardia y cuándo. Un [disparador de alarma](#alarm_triggers) puede avisar al **personal de guardia** en lugar de a un nivel: se determina al enviar cada mensaje, también en repeticiones y escaladas.

- Los **turnos** se repiten cada semana. Uno que pasa de medianoche termina al día siguiente. El suplente está de guardia mientras el contacto está ausente.
- Los **festivos** sustituyen a los turnos de medianoche a medianoche.
- {critical|Nadie} A esas horas las alarmas van a todo el grupo, y el [registro de avisos](#notice_log) lo indica. Las horas sin guardia de las próximas cuatro semanas se muestran antes de guardar.

Con el cambio de hora, un turno termina donde empieza el siguiente.
`,
    ],
    record_sheets: [
      "Hojas de registro",
      `
El formulario en papel de un refrigerador de vacunas, rellenado por el sistema: una hoja por punto de control y mes, una fila por día. Están en [registros recogidos](/arch/temprecord).

Con los horarios GSP, fuera de rango se registra cada 2 minutos. Una hoja abierta se actualiza automáticamente.

## Horas de registro
Un **punto de registro** guarda sus valores hasta siete veces al día o a un intervalo. Horarios predefinidos: vacunas (dos veces al día, separadas al menos 6 horas), GSP almacenamiento (cada 30 minutos), GSP transporte (cada 5). Cuenta la lectura más próxima dentro de la tolerancia, según la hora de medición. Las lecturas tardías completan la hoja mientras esté abierta.

## Rellenar
- Un valor que **falta** se introduce manualmente con su motivo y queda marcado.
- Un valor **recogido** no se cambia, solo se comenta.
- Si nadie conoce el valor, se explica con un comentario.

## Aprobación
1. Terminado el mes, pulse **Enviar**: la firma indica que la hoja está completa, y sus valores ya no cambian.
2. Otra persona elige **Aprobar**, o **Rechazar** con un motivo. Desde la lista se aprueban varias a la vez.
3. **Corregir** abre la versión siguiente; la anterior y sus firmas se conservan.

«Hay datos más recientes» indica lecturas que llegaron tarde. Junto a cada firma se ve si la hoja sigue como se firmó.

**Imprimir** genera el formulario en papel, una página por sonda.
`,
    ],
    printing: [
      "Impresión",
      `
[Impresión](/arch/printer) reúne las impresoras de su centro, la impresión automática y todos los trabajos.

## Configurar una impresora
1. En **Impresoras**, añada una **impresora de red para hojas** (IPP, casi cualquiera de oficina) o una **impresora de etiquetas o tiques** (ESC/POS, puerto 9100).
2. Pulse **Imprimir página de prueba**. Si todos los caracteres y el código son legibles, está bien configurada.

## Imprimir
- **Imprimir etiqueta** está en las listas de puntos de control, dispositivos y lotes para las filas seleccionadas, y en sus ventanas. Un transporte imprime su ficha.
- Un **grupo de impresión** imprime automáticamente: elija puntos de control, contenidos, impresoras y horas. **Vista previa e imprimir** muestra antes el resultado.

## Si algo no se imprime
- Si la impresora no responde, no tiene papel o está abierta, se reintenta durante unas cuatro horas; el trabajo indica el motivo.
- **Sin confirmar** significa que se envió y no se sabe si se imprimió. Compruebe la impresora y elija **Ya está impreso** o **Imprimir de nuevo**. Nada se imprime dos veces automáticamente.
`,
    ],
    carriers: [
      "Puntos de control",
      `
Incubadoras, refrigeradores, vehículos, cámaras frigoríficas, almacenes y depósitos tienen cada uno su lista.

1. Cree un punto de control con nombre, lugar y uso. Almacenamiento y transporte se registran con distinta frecuencia.
2. Elija un rango y un disparador de alarma, o cree ambos en el mismo formulario.
3. Una vez guardado, **Registrar su sensor** lleva al paso siguiente: el sensor queda montado al crearlo. Hasta entonces no se supervisa nada.

## Estado
- **En servicio**: da alarmas.
- **En desescarche**: se suprimen las alarmas por encima del máximo, 60 minutos si no indica otro tiempo; termina automáticamente.
- **De reserva**, **de baja**, **por reparar**: sin alarmas.

Seleccione varios para cambiarlos a la vez. Si uno no se puede cambiar, no se cambia ninguno y se indica cuál.
`,
    ],
    carrier_detail: [
      "Todo sobre un punto de control",
      `
Las pestañas muestran sus valores, dispositivos, rangos, excepciones, documentos y quién cambió qué.

- En **Dispositivos** se montan y desmontan sensores. Al sustituir uno, el historial se conserva: las lecturas anteriores siguen siendo del sensor anterior.
- Las **horas de registro** son las horas del día en que se registran los valores, 7 como máximo.
- Guarde manuales y actas en **Archivos**.
`,
    ],
    setup_wizard: [
      "Asistente de puesta en marcha",
      `
De un dispositivo nuevo a la primera lectura en cuatro pasos. Se puede interrumpir y continuar después. Si gestiona varios clientes, elija primero uno.

1. **Conexión de dispositivos**: a través de una pasarela o directa. La consola muestra la dirección y el token; el token se muestra una sola vez.
2. **Punto de control**: dónde está el sensor.
3. **Rangos y alarma**: los límites y a quién se avisa.
4. **Dispositivo**: monte el sensor. El asistente espera su primera lectura e indica cuándo llega.

¿No llegan datos? Compruebe que el dispositivo tiene alimentación, la dirección y el token correctos y el reloj en hora: las lecturas de más de 10 minutos en el futuro se rechazan.
`,
    ],
    devices: [
      "Dispositivos",
      `
Sensores, pasarelas, pantallas, repetidores, bases inteligentes, detectores de gas y contactos de puerta tienen cada uno su lista.

- {normal|En línea} Envió datos dentro de su intervalo de envío multiplicado por la tolerancia.
- {offline|Sin conexión} Sin datos durante más tiempo. Una pasarela sin respuesta genera una sola excepción, no una por cada sensor conectado a través de ella.
- Sin datos aún: **desconocido**.

## Un dispositivo
**Montar en**, en el formulario de un sensor, detector de gas o contacto de puerta nuevo, lo monta al guardar en su punto de control. Sin nombre, se usa su número de serie.

## Muchos a la vez
Descargue la plantilla, rellénela e impórtela. Primero se comprueba cada fila; si una es incorrecta, no se guarda nada y se indican todos los errores.

**Escanear varios** lee los códigos de las etiquetas uno tras otro, con la cámara o un lector USB, y los registra todos juntos.

## Calibración
La lista avisa 30 días antes de que venza un certificado. Un dispositivo en uso se deshabilita antes de eliminarlo.
`,
    ],
    unknown_devices: [
      "Dispositivos desconocidos",
      `
Un dispositivo que envía datos con un token válido de su cliente y aún no está registrado. No se pierde nada: se guardan las últimas 1000 lecturas de hasta 200 dispositivos, 32 MB en total; las más antiguas se eliminan primero.

1. Pulse **Registrar**: el formulario se abre con la dirección, la clase y el tipo. Revíselos y pulse **Crear**. La flecha de al lado ofrece las demás clases.
2. En segundos, las lecturas guardadas están en el historial, con su hora de medición. Los valores fuera de rango se evalúan como datos tardíos.
3. Las posiciones de un rastreador esperan a que esté en un punto de control que guarde posiciones GPS. Hasta entonces, o si se rechazó una lectura, sigue en la lista con el motivo.

Varios de un mismo cliente: selecciónelos y pulse **Registrar** sobre la lista. Cada uno se registra con su tipo más probable.

¿No es suyo? Elimínelo. Si envía datos de nuevo, aparece otra vez: en ese caso, cambie el token que usa.
`,
    ],
    secondments: [
      "Cesiones",
      `
Ceda un dispositivo a otro cliente, o transfiéralo definitivamente, en [Cesiones](/sys/deviceTransfer).

1. Pulse **Ceder un dispositivo**, elija el dispositivo y escriba el código exacto del otro cliente.
2. **Préstamo**: empieza ahora o a una hora, y termina en una fecha o al revocarlo. **Transferencia definitiva**: empieza cuando el otro cliente la acepta.
3. El dispositivo se desmonta de sus puntos de control. El cesionario lo encuentra en stock, marcado como recibido, y lo monta.

- Lo que midió antes sigue siendo suyo. Lo que mide durante la cesión pertenece solo al cesionario, aunque llegue tarde.
- **Revocar** recupera el dispositivo; **Devolver** lo entrega. Ambas acciones requieren un motivo y quedan en el registro de los dos clientes.
- Durante la cesión, solo el cesionario lo monta y le envía órdenes. Número de serie, MAC y tipo no cambian.
- El cesionario de una pasarela le asigna un token propio.
- Un dispositivo cedido no se puede ceder otra vez. Solo las cesiones vigentes tienen detalles.
`,
    ],
    device_detail: [
      "Un dispositivo",
      `
Estado, últimos valores, configuración, conexión y montaje de un dispositivo.

- Una **configuración** se envía a través de su pasarela: en espera, configurando, configurado o error. Tras un error se puede enviar de nuevo.
- **Conexión y tráfico** muestra cuándo hubo conexión y cuándo no: una desconexión cada noche suele indicar un corte de alimentación.
- Las **propiedades** son los valores originales que envió, para soporte.
- **Sustituir** monta otro dispositivo en su lugar desde un momento dado.
- **Nuevo token de ingesta** permite que un sensor, detector de gas o contacto de puerta envíe datos directamente, como un cliente de ThingsBoard. El token es válido solo para este dispositivo y se muestra una vez.

## Campos
En **Campos** de un dispositivo están los de sus últimos mensajes que no se leen. **Leer como…** define qué es un campo: una magnitud con su unidad, un factor y un desplazamiento (valor × factor + desplazamiento) y la sonda si hay varias; o nada. **Probar** muestra lo que darían los últimos mensajes. Una vez guardado, se aplica a todos sus dispositivos de ese tipo.
`,
    ],
    profile: [
      "Su perfil",
      `
Nombre, imagen, idioma, contraseña, firma y lo que protege su cuenta.

- Al cambiar la contraseña se cierran todas sus sesiones; inicie sesión de nuevo.
- El **segundo factor** pide además un código de su teléfono. Guarde los códigos de respaldo en otro lugar.
- El **código QR de acceso** inicia sesión en otro dispositivo.
- Las **notificaciones push** muestran las alarmas en este dispositivo con la consola cerrada o sin sesión, con un botón para reconocer.
- Una cuenta puede estar abierta en varios dispositivos a la vez (parámetro **Sesiones simultáneas**). Un inicio de sesión más cierra la sesión más antigua. Si se cerró la suya y usted no inició sesión en otro dispositivo, cambie la contraseña.
- **¿Olvidó la contraseña?**, en la página de inicio de sesión, envía un enlace por correo, si la instalación envía correo y su cuenta tiene una dirección. Sirve una vez, durante media hora, y cierra todas sus sesiones. Si no, pida a su administrador una contraseña de un solo uso.
`,
    ],
    users: [
      "Usuarios",
      `
Una cuenta por persona: así el registro indica quién hizo qué.

1. Cree la cuenta con un rol. El rol define qué se puede hacer; el lugar, dónde.
2. Comunique a la persona la contraseña de un solo uso. Se muestra una vez y se cambia en el primer acceso.

- **Restablecer contraseña** crea otra de un solo uso.
- **Dar de baja** cierra las sesiones de inmediato y conserva el historial. Activar restaura exactamente lo que se desactivó.
- Solo puede conceder permisos que usted tiene.
`,
    ],
    roles: [
      "Roles",
      `
Un rol es un conjunto de permisos. Marque lo que pueden hacer sus usuarios: ver, crear, editar, eliminar.

- Editar incluye ver.
- Los roles de usuarios de un cliente necesitan un lugar de la organización; los de agentes, un cliente.
- Quitar un permiso se aplica de inmediato a todos.
- El rol predeterminado no se puede eliminar. Eliminar otro elimina también a sus usuarios, tras confirmarlo.

Un cliente nuevo tiene un rol de cada plantilla (enfermería, farmacia, técnico…). Los demás también se rellenan **desde una plantilla**. Empiece con pocos permisos y añada los que falten.
`,
    ],
    api_keys: [
      "Claves de API",
      `
Una clave permite que otro sistema lea o escriba para su cliente. No representa a una persona: no puede firmar, reconocer ni crear más claves.

1. Asígnele un nombre que indique quién la usa y solo los permisos necesarios.
2. Cópiela al crearla: se muestra una vez y se guarda como hash.
3. Revóquela cuando ya no se necesite. Deja de funcionar de inmediato.

Todas las llamadas se describen en GET /service/openapi.json.
`,
    ],
    customers: [
      "Clientes",
      `
Cada cliente tiene su árbol, roles, usuarios, puntos de control y dispositivos. Nadie ve los de otro.

- La **zona horaria** delimita los días y determina cuándo se aplican los calendarios y los horarios de silencio.
- La **unidad de temperatura**, °C o °F, se aplica en todas las páginas, avisos y documentos del cliente. Los valores guardados y las interfaces siguen en °C. El administrador del cliente puede cambiarla en los detalles del cliente.
- **Cuota de dispositivos** limita su número; **Conservar datos del cliente**, cuánto tiempo se guardan los datos.
- **Dar de baja** desactiva sus roles, usuarios, dispositivos y puntos de control; activar restaura exactamente eso.
- Eliminar borra todo, tras mostrar el recuento y pedir confirmación.
`,
    ],
    parameters: [
      "Parámetros",
      `
Ajustes de toda la instalación; algunos se pueden definir por cliente.

- La lista muestra qué difiere del valor predeterminado. Un botón del formulario lo restablece.
- La conservación determina cuántos días se guardan lecturas y registros. Lo eliminado no se puede recuperar.
- Los intervalos y la tolerancia determinan cuándo un dispositivo está sin conexión. Con valores demasiado ajustados, una señal débil genera alarmas innecesarias.
`,
    ],
    reference_lists: [
      "Unidades y tipos",
      `
Listas de valores de los formularios: unidades de medida, tipos de punto de control y tipos de dispositivo.

- Los elementos incluidos en el producto no se eliminan. Desactive los que no use: dejan de ofrecerse, y los registros existentes los conservan.
- Un **tipo de punto de control** propio se basa en una de las siete clases.
- Un **tipo de dispositivo** define qué mide un modelo y cada cuánto envía datos.
- Una **unidad** pertenece a una magnitud.
`,
    ],
    forwarding: [
      "Reenvío",
      `
Envía lecturas y excepciones a otra plataforma, por MQTT, HTTP o TCP.

1. Introduzca dirección y credenciales y pulse **Enviar una prueba**: envía un mensaje y muestra la respuesta.
2. Elija qué se reenvía y actívelo.

- No se pierde nada si la plataforma no está disponible: los datos esperan y se envían en orden.
- La ventana de la plataforma muestra la conexión, los datos en espera y el último error. Desde allí se pueden reenviar u omitir.
`,
    ],
    menu_resources: [
      "Recursos del menú",
      `
El menú de todas las cuentas. Solo Root tiene acceso a esta página.

- Arrastre filas, o pulse las flechas en un asa, para ordenar.
- **Oculto** quita una entrada del menú; su página conserva la dirección. Desmarcar **Activo** la quita para todos.
- Una entrada propia lleva a una página de la consola o a una dirección https.

El menú determina qué se muestra, no qué se permite: eso depende del rol.
`,
    ],
    online_help: [
      "Escribir esta ayuda",
      `
Los capítulos están a la izquierda y sus temas a la derecha. Ambos se ordenan por sus asas, con el ratón o las flechas.

- Un tema explica pantallas: su **?** lo abre. Solo lo ve quien puede abrir alguna de ellas.
- Escríbalo en uno o más idiomas. Si falta uno, se muestra el texto en chino o, si no existe, en inglés, y se indica.
- Markdown permite títulos, listas, notas y enlaces. El HTML se muestra como texto.
- Los cambios en un tema del producto se conservan: una versión nueva no los sobrescribe.

Desactive un tema para ocultarlo. Los propios se pueden eliminar una vez desactivados.
`,
    ],
    notice_log: [
      "Registro de avisos",
      `
Cada intento de avisar a alguien: por correo, SMS, llamada, notificación push o aviso emergente, a quién, cuándo y si llegó.

- {normal|Enviado} El servidor de correo, el proveedor o el servicio push lo aceptó.
- {normal|Recibido} Una respuesta por SMS o teléfono que reconoció una alarma.
- {critical|Fallido} Al lado aparece el motivo: canal sin configurar, número incorrecto, PIN incorrecto en una respuesta.

Los mensajes al personal de guardia indican cómo se determinó el destinatario: **De guardia**, o todo el grupo porque no había nadie. ¿No se avisó a nadie? Revise primero este registro; después, el plan del [disparador](#alarm_triggers), su horario, los silencios y el horario de silencio.
`,
    ],
    notice_channels: [
      "Canales de avisos",
      `
El estado de los canales de correo, SMS, llamada, notificación push y aviso emergente: la última entrega, el último error y su motivo, los mensajes en espera y cuánto tardan.

- {normal|En funcionamiento} Los mensajes se entregan.
- {warning|Sin configurar} No se envía nada. Lo configura el operador de la instalación.
- {critical|Con errores} Desde hace un minuto o más fallan todos los intentos. Se avisa a los responsables por los demás canales; la primera entrega pone fin al fallo.

**Enviar prueba** envía un mensaje real a usted o a un contacto y muestra el resultado. Las notificaciones push se prueban en el dispositivo que las recibe, en el [perfil](#profile). Una barra sobre cada página nombra los canales que no funcionan y de los que dependen disparadores de alarma.

**Respuestas por SMS y teléfono** muestra los proveedores que reenvían las respuestas de los contactos, a quienes pueden gestionarlos. Introduzca la dirección y el secreto en el proveedor: el secreto se muestra una sola vez. Tras crear otro, el anterior es válido 24 horas más. Para reconocer, un [contacto](#contacts) necesita un PIN.
`,
    ],
    system_log: [
      "Registro del sistema",
      `
Quién cambió qué, cuándo y desde dónde, con los valores de antes y de después.

- Filtre por persona, módulo o periodo. El registro de un punto de control o dispositivo se abre desde su página.
- Las filas de un cliente forman una cadena. **Verificar la cadena** indica la primera fila modificada o eliminada.
- Las filas no se pueden eliminar manualmente.
- Una vez al día los extremos firmados de las cadenas van al registro del servidor y a la dirección de **Depositario de la auditoría** en los [parámetros del sistema](#parameters). Guarde esos correos: solo con ellos se detecta que una cadena entera se devolvió a un estado anterior.
`,
    ],
    alarm_switch_log: [
      "Cambios de alarma",
      `
Cada cambio de una alarma: activada, desactivada o en pausa hasta cuándo, por quién y por qué. El fin de una pausa lo registra el sistema.

Responde a una pregunta de inspección: ¿quién sabía que anoche este refrigerador no daba alarmas? Filtre por punto de control o periodo y exporte la lista.
`,
    ],
  },
};
